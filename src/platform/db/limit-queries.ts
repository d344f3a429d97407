import type { FairSemaphore } from '../limits/fair-semaphore.ts'

/**
 * Runs database work when the owner gets a slot.
 *
 * @throws ApiError SERVICE_UNAVAILABLE with `Retry-After` when too many callers wait
 */
export async function withDatabaseSlot<T>(
  semaphore: FairSemaphore,
  owner: string,
  work: () => Promise<T>,
): Promise<T> {
  const release = await semaphore.acquire(owner)
  try {
    return await work()
  } finally {
    release()
  }
}
