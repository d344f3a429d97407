import type { FairTurns } from '../limits/fair-turns.ts'

/**
 * Runs `work` on the database when it is the owner's turn.
 *
 * @throws ApiError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already
 */
export async function databaseTurn<T>(
  turns: FairTurns,
  owner: string,
  work: () => Promise<T>,
): Promise<T> {
  const leave = await turns.enter(owner)
  try {
    return await work()
  } finally {
    leave()
  }
}
