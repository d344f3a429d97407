import type { FairTurns } from '../limits/fair-turns.ts'
import { patience } from './patience.ts'

/**
 * Asks the database something when it is the owner's turn. What is waited for that is not waited
 * for the database any more.
 *
 * @throws ApiError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already
 */
export async function databaseTurn<T>(
  turns: FairTurns,
  owner: string,
  work: () => Promise<T>,
): Promise<T> {
  const leave = await patience().forTurn(turns.enter(owner), late => late())
  try {
    return await work()
  } finally {
    leave()
  }
}
