import type { Context } from '../../context.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { invalidParameter } from '../../platform/errors.ts'
import { newUid } from '../../platform/uid.ts'
import { reachedProperties } from '../properties/properties.ts'
import type { PricingOperation } from './pricing-task.ts'
import { insertTask, type PricingTask } from './pricing-tasks.ts'

/**
 * Accepts a task and leaves it for the worker, both or neither. Its properties have to be writable
 * and of one agency, whose task it is.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, INVALID_PARAMETER
 */
export async function acceptPricingTask(
  ctx: Context,
  wanted: PricingOperation[],
): Promise<PricingTask> {
  return transaction(ctx, async (ctx: Context) => {
    const named = [...new Set(wanted.map(({ propertyUid }) => propertyUid))]
    const properties = await reachedProperties(ctx, named, { access: 'READ_WRITE' })
    const agencyUid = properties[0]!.agency_uid
    if (properties.some(({ agency_uid }) => agency_uid !== agencyUid)) {
      throw invalidParameter('operations', 'must be on properties of one agency')
    }
    const uids = new Map(named.map((text, i) => [text, properties[i]!.uid]))
    const operations = wanted.map(operation => ({
      ...operation,
      propertyUid: uids.get(operation.propertyUid)!,
    }))
    const now = ctx.clock.now()
    const task = await insertTask(ctx, {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      status: 'PENDING',
      operations: JSON.stringify(operations),
      property_uids: [...new Set(uids.values())],
      total: operations.length,
      created_at: now,
    })
    await ctx.tasks.send(ctx.db, 'change-pricing-periods', { agencyUid, uid: task.uid })
    return task
  })
}
