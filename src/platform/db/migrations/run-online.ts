import type { Script } from '../statements.ts'
import { inTransaction } from './in-transaction.ts'
import { type RetryOptions, retryLocked } from './retry-locked.ts'

interface StatementOptions extends RetryOptions {
  lockMs: number
}

/** Rows that one transaction reads. It locks those that it changes for some tenths of a second. */
const batchSize = 1_000

/** Head of a statement that runs in batches of a table, in the order of these columns. */
export const batchHead = /^with batch as \(select ([\w, ]+) from (\w+)\)/

const concurrentIndex = /^create (?:unique )?index concurrently if not exists (\w+)/
/** Statements whose locks do not conflict with writes, so that no write waits behind them. */
const withoutConflict = /^\w+ (unique )?index concurrently|^alter table \w+ validate constraint/

/** Runs a statement of an online part. */
export async function runOnline(
  statement: string,
  script: Script,
  options: StatementOptions,
): Promise<void> {
  if (batchHead.test(statement)) return runBatches(statement, script, options)
  await retryLocked(options, async () => {
    if (withoutConflict.test(statement)) {
      await dropInvalid(statement, script)
      await script(statement)
    } else await inTransaction(script, options.lockMs, () => script(statement))
  })
}

/** Drops the index that a build left invalid when it was interrupted. */
async function dropInvalid(statement: string, script: Script): Promise<void> {
  const name = concurrentIndex.exec(statement)?.[1]
  if (name === undefined) return
  const rows = await script(`select from pg_index
    where indexrelid = to_regclass('${name}') and not indisvalid`)
  if (rows.length > 0) await script(`drop index concurrently if exists ${name}`)
}

/**
 * Runs a statement once for each batch of rows, in the order of their key. An interrupted run
 * begins with the first batch again.
 */
async function runBatches(
  statement: string,
  script: Script,
  options: StatementOptions,
): Promise<void> {
  const [head, keys, table] = batchHead.exec(statement) as unknown as [string, string, string]
  const rest = statement.slice(head.length)
  const literals = keys.split(', ').map(key => `quote_literal(${key})`)
  let first: string | null = null
  do {
    const after = first === null ? 'true' : `(${keys}) > (${first})`
    first = await retryLocked(options, () =>
      inTransaction(script, options.lockMs, async () => {
        // Batches are small: other plans would read the whole table for each of them.
        await script('set local enable_seqscan = off; set local enable_hashjoin = off')
        await script('set local enable_mergejoin = off; set local jit = off')
        const [last] = await script(`select ${literals.join(', ')} from ${table}
          where ${after} order by ${keys} offset ${batchSize - 1} limit 1`)
        const until = last === undefined ? 'true' : `(${keys}) <= (${last.join(', ')})`
        await script(`with batch as (select ${keys} from ${table}
          where ${after} and ${until})${rest}`)
        return last === undefined ? null : last.join(', ')
      }),
    )
  } while (first !== null)
}
