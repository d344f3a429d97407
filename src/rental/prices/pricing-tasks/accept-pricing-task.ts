import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import type { AccessibleProperty } from '../../properties/properties/properties.ts'
import type { PricingOperation } from './pricing-task.ts'
import type { PricingTask } from './pricing-tasks.ts'

/**
 * Creates a task and queues it for the worker, in one transaction. Its properties must belong to
 * one agency, which is the agency of the task.
 *
 * @param properties properties of the operations, accessible to the caller
 * @throws ApiError INVALID_PARAMETER
 */
export async function acceptPricingTask(
  ctx: Context,
  properties: AccessibleProperty[],
  operations: PricingOperation[],
): Promise<PricingTask> {
  return transaction(ctx, async (ctx: Context) => {
    const agencyUid = properties[0]!.agency_uid
    if (properties.some(({ agency_uid }) => agency_uid !== agencyUid)) {
      throw invalidParameter('operations', 'must name properties of one agency only')
    }
    const now = ctx.clock.now()
    const task = await insertRow(ctx, 'pricing_tasks', {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      status: 'PENDING',
      operations: JSON.stringify(operations),
      property_uids: [...new Set(properties.map(({ uid }) => uid))],
      total: operations.length,
      created_at: now,
    })
    await ctx.tasks.send(ctx.db, 'change-pricing-periods', { agencyUid, uid: task.uid })
    return task
  })
}
