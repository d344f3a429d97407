/** Commands about the operator's own key: docs/operating.md. */
import { transaction } from '../../platform/db/transaction.ts'
import { type InTransaction, type Resealed, reseal } from '../../platform/keys/reseal.ts'
import { resealReplies } from '../../platform/rest/reseal-replies.ts'
import { sealer } from '../../platform/seal.ts'
import { acceptSecretKeys, requireSecretKeys } from '../../process/start/require-secret-keys.ts'
import { sealedColumns } from '../../rental/sealed-columns.ts'
import type { Declare, Session } from '../command.ts'

/** A further round finds values that a server with another first key encrypts meanwhile. */
const roundsMax = 3

export const addSecretCommands: Declare = (program, select) => {
  const secret = program
    .command('secret')
    .description('Manage the values encrypted with SECRET_KEY')
  secret
    .command('reseal')
    .description(
      'Re-encrypt, with the first key of SECRET_KEY, all values encrypted with older keys',
    )
    .action(() => select(resealAll))
  secret
    .command('accept')
    .description('Accept a new SECRET_KEY in place of a lost one, whose values stay lost')
    .action(() =>
      select(({ withDatabase, config, print }) =>
        withDatabase(async database => {
          await acceptSecretKeys(database, config.secretKeys)
          print('Accepted. Values encrypted with another key cannot be read.')
        }),
      ),
    )
}

/** Seals all columns and stored replies anew. */
export async function resealAll({
  withDatabase,
  config,
  print,
}: Pick<Session, 'withDatabase' | 'config' | 'print'>): Promise<void> {
  await withDatabase(async database => {
    const { kysely } = database
    const own = sealer(config.secretKeys)
    const inTransaction: InTransaction = work => transaction({ db: kysely }, ({ db }) => work(db))
    let [total, last] = [0, 0]
    let lost: Resealed[] = []
    for (let round = 1; round <= roundsMax; round++) {
      const done: Resealed[] = []
      for (const columns of sealedColumns) done.push(await reseal(inTransaction, own, columns))
      done.push(await resealReplies(inTransaction, own))
      for (const { table, resealed } of done) if (resealed > 0) print(`${table}  ${resealed}`)
      lost = done.filter(({ lost }) => lost > 0)
      last = done.reduce((sum, { resealed }) => sum + resealed, 0)
      total += last
      if (last === 0) break
    }
    if (lost.length > 0) {
      const told = lost.map(({ table, lost }) => `${lost} of ${table}`).join(', ')
      throw new Error(`No key of SECRET_KEY decrypts ${told}: add the key that does`)
    }
    if (last > 0) {
      throw new Error(
        'A server still encrypts with another key: restart all servers with the same SECRET_KEY',
      )
    }
    await requireSecretKeys(database, config.secretKeys)
    print(
      `Re-encrypted ${total} values. Older keys are no longer needed: remove them from SECRET_KEY.`,
    )
  })
}
