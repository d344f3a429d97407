import { isDatabaseAway } from '../transaction.ts'

/**
 * Does, in a transaction of its own, what writes rows of one agency and beside them something that
 * every node of a cluster has. While a node of other agencies is away that cannot be written: then
 * all is done again without it, so that the agency's own work does not stand still.
 *
 * @param act may be called twice; the second time it writes nothing that is shared
 */
export async function evenIfAway<Result>(
  act: (also: { shared: boolean }) => Promise<Result>,
): Promise<Result> {
  try {
    return await act({ shared: true })
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return act({ shared: false })
  }
}
