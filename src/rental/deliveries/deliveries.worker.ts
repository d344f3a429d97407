/** The delivery of events, which every process does that works. */
import type { WorkContext } from '../../context.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../tables.ts'
import { Courier, type CourierOptions } from './courier.ts'
import { deliveriesChannel } from './telling.ts'

/**
 * Begins to deliver, told by the database of what has come.
 *
 * @returns what ends it, once the attempts under way have ended
 */
export async function startDelivery(
  database: Database<Tables>,
  ctx: WorkContext,
  options: CourierOptions,
): Promise<() => Promise<void>> {
  const courier = new Courier(ctx, options)
  const unlisten = await database.listen(deliveriesChannel, uid => courier.wake(uid))
  courier.start()
  return async () => {
    await unlisten()
    await courier.stop()
  }
}
