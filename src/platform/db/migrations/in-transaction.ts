import type { Script } from '../statements.ts'

/** Runs work in a transaction with a lock timeout in milliseconds. */
export async function inTransaction<T>(
  script: Script,
  lockMs: number,
  use: () => Promise<T>,
): Promise<T> {
  await script(`begin; set local lock_timeout = ${lockMs}`)
  try {
    const result = await use()
    await script('commit')
    return result
  } catch (error) {
    // The first error is the one to report, also if the connection is lost.
    await script('rollback').catch(() => undefined)
    throw error
  }
}
