import { sqlState } from '../transaction.ts'

/** What a statement is told that came after one that has failed. */
const aborted = '25P02'

/**
 * What is found of what a transaction asked for at once.
 *
 * @throws what the first of it throws, else what the next does, when all are done; but what only
 *   tells that another statement has failed is no reason
 */
export async function inOrder<const Asked extends readonly (Promise<unknown> | null)[]>(
  ...asked: Asked
): Promise<{ -readonly [Place in keyof Asked]: Awaited<Asked[Place]> }> {
  const settled = await Promise.allSettled(asked)
  const errors = settled.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  if (errors.length > 0) throw errors.find(error => sqlState(error) !== aborted) ?? errors[0]
  const found = settled.map(each => (each as PromiseFulfilledResult<unknown>).value)
  return found as { -readonly [Place in keyof Asked]: Awaited<Asked[Place]> }
}
