/** Commands about the operator's keys: docs/reference/settings.md. */

import { createCipher } from '../../platform/crypto/encryption.ts'
import {
  type InTransaction,
  type ReEncrypted,
  reEncrypt,
} from '../../platform/crypto/re-encrypt.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { reencryptReplies } from '../../platform/rest/re-encrypt-replies.ts'
import { encryptedColumns } from '../../rental/encrypted-columns.ts'
import { acceptSecretKeys, requireSecretKeys } from '../../server/start/require-secret-keys.ts'
import type { CommandSession, Declare } from '../command.ts'

/**
 * Maximum number of rounds. Another round is needed if a server that still has the former first key
 * encrypts values meanwhile; values after the last round mean that it is still running.
 */
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
    .action(() => select(reencryptAll))
  secret
    .command('accept')
    .description('Accept a new SECRET_KEY instead of a lost one, whose values remain unreadable')
    .action(() =>
      select(({ withDatabase, config, report }) =>
        withDatabase(async database => {
          await acceptSecretKeys(database, config.secretKeys)
          report({ accepted: true }, 'Accepted. Values encrypted with another key cannot be read.')
        }),
      ),
    )
}

export async function reencryptAll({
  withDatabase,
  config,
  report,
}: Pick<CommandSession, 'withDatabase' | 'config' | 'report'>): Promise<void> {
  await withDatabase(async database => {
    const { kysely } = database
    const cipher = createCipher(config.secretKeys)
    const inTransaction: InTransaction = work => transaction({ db: kysely }, ({ db }) => work(db))
    let [total, changedInRound] = [0, 0]
    let undecryptable: ReEncrypted[] = []
    const changed: { table: string; count: number }[] = []
    for (let round = 1; round <= roundsMax; round++) {
      const results: ReEncrypted[] = []
      for (const columns of encryptedColumns)
        results.push(await reEncrypt(inTransaction, cipher, columns))
      results.push(await reencryptReplies(inTransaction, cipher))
      for (const { table, reEncrypted } of results)
        if (reEncrypted > 0) changed.push({ table, count: reEncrypted })
      undecryptable = results.filter(({ lost }) => lost > 0)
      changedInRound = results.reduce((sum, { reEncrypted }) => sum + reEncrypted, 0)
      total += changedInRound
      if (changedInRound === 0) break
    }
    if (undecryptable.length > 0) {
      const summary = undecryptable.map(({ table, lost }) => `${lost} of ${table}`).join(', ')
      throw new Error(`No key of SECRET_KEY decrypts ${summary}: add the key that does`)
    }
    if (changedInRound > 0) {
      throw new Error(
        'A server still encrypts with another key: restart all servers with the same SECRET_KEY',
      )
    }
    await requireSecretKeys(database, config.secretKeys)
    const lines = [
      ...changed.map(({ table, count }) => `${table}  ${count}`),
      `Re-encrypted ${total} values. Older keys are no longer needed: remove them from SECRET_KEY.`,
    ]
    report({ total, changed }, lines.join('\n'))
  })
}
