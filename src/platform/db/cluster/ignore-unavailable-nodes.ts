import { isDatabaseUnavailable } from '../transaction.ts'

/**
 * Runs a transaction that writes rows of one agency and a shared table, which every node of a
 * cluster has. If a node is unavailable, runs it again without the shared table: the work of an
 * agency does not wait for nodes of others.
 *
 * @param command may be called twice; the second call must not write shared tables
 */
export async function ignoreUnavailableNodes<Result>(
  command: (also: { shared: boolean }) => Promise<Result>,
): Promise<Result> {
  try {
    return await command({ shared: true })
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return command({ shared: false })
  }
}
