import { sqlState } from '../transaction.ts'

/** What a statement is told that came after one that has failed. */
const aborted = '25P02'

/**
 * What two reads of a transaction find that were asked for at once.
 *
 * @throws what the first throws, else what the second does, when both are done; but what only tells
 *   that another statement has failed is no reason
 */
export async function inOrder<First, Second>(
  first: Promise<First> | null,
  second: Promise<Second> | null,
): Promise<[First | null, Second | null]> {
  const settled = await Promise.allSettled([first, second])
  const errors = settled.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  if (errors.length > 0) throw errors.find(error => sqlState(error) !== aborted) ?? errors[0]
  return [await first, await second]
}
