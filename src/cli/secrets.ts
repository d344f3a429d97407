/** Commands about the operator's own key: docs/operating.md. */
import { transaction } from '../platform/db/transaction.ts'
import { type InTransaction, type Resealed, reseal } from '../platform/keys/reseal.ts'
import { resealReplies } from '../platform/rest/reseal-replies.ts'
import { sealer } from '../platform/seal.ts'
import { sealedColumns } from '../rental/sealed-columns.ts'
import type { Command } from './values.ts'

export const secretHelp = `\
  secret reseal             seal anew, with the first key of SECRET_KEY, all that older ones have`

/** What a server that still has another first key seals meanwhile is found by a further round. */
const roundsMax = 3

export const secretCommands: Record<string, Command> = {
  'secret reseal': ({ withDatabase, config, print }) =>
    withDatabase(async ({ kysely }) => {
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
        throw new Error(`No key of SECRET_KEY opens ${told}: put the key that does into its list`)
      }
      if (last > 0) {
        throw new Error('A server still seals with another key: start all with the same SECRET_KEY')
      }
      print(`Sealed ${total} values anew. No older key opens anything any more: it may go.`)
    }),
}
