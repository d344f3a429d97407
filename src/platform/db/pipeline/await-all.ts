import { sqlState } from '../transaction.ts'

/** SQLSTATE of a statement after a failed outcome in the same transaction. */
const transactionAborted = '25P02'

/**
 * Waits for pipelined queries of a transaction and returns their results.
 *
 * @throws the first error when all are done, except "the transaction is aborted", which only
 * follows from another error
 */
export async function awaitAll<const Queries extends readonly (Promise<unknown> | null)[]>(
  ...queries: Queries
): Promise<{ -readonly [Index in keyof Queries]: Awaited<Queries[Index]> }> {
  const outcomes = await Promise.allSettled(queries)
  const errors = outcomes.flatMap(outcome =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  if (errors.length > 0)
    throw errors.find(error => sqlState(error) !== transactionAborted) ?? errors[0]
  const results = outcomes.map(outcome => (outcome as PromiseFulfilledResult<unknown>).value)
  return results as { -readonly [Index in keyof Queries]: Awaited<Queries[Index]> }
}
