import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { cancelJobsOfProperty } from '../../around/jobs/cancel-jobs-of-property.ts'
import {
  deleteBlocks,
  detachInquiries,
  hasStaysToCome,
} from '../../leads/held-nights/leads-of-property.sql.ts'
import { touchHotel } from '../hotels/touch-hotel.ts'
import { listSubs, lockFamily, lockParent } from '../sub-properties/sub-properties.ts'
import { whileSubsChange } from '../sub-properties/while-subs-change.ts'
import { lockUnits, markUnitsDeleted } from '../units/units.ts'
import type { PropertyRow } from './properties.ts'
import { writeProperty } from './write-property.ts'

/**
 * Deletes a property softly, with its blocks and units; its inquiries stay without a property, past
 * stays and orders as they are (contract/properties.md §3.2); what was to be done at it is
 * cancelled. A unit type's hotel changes with it.
 *
 * @throws ApiError STATE_CONFLICT while guests are to come or subs hang on it, PROPERTY_NOT_FOUND
 */
export async function deleteProperty(
  ctx: Context,
  property: Pick<PropertyRow, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const { agency_uid, uid } = property
    const [found] = await lockFamily(ctx, agency_uid, [uid])
    if (!found) throw notFound('PROPERTY_NOT_FOUND', uid)
    if ((await listSubs(ctx, found)).length > 0) {
      throw conflict(
        'HAS_SUB_PROPERTIES',
        'The property still has sub-properties; remove them first',
      )
    }
    await lockUnits(ctx, agency_uid, [uid])
    if (await hasStaysToCome(ctx, found)) {
      throw conflict(
        'HAS_FUTURE_STAYS',
        'The property has current or future stays; cancel or move them first',
      )
    }
    await deleteBlocks(ctx, found)
    await detachInquiries(ctx, found)
    await cancelJobsOfProperty(ctx, found)
    const remove = async () => {
      await markUnitsDeleted(ctx, found)
      await writeProperty(ctx, found, { deleted_at: ctx.clock.now() })
    }
    const master = await lockParent(ctx, found)
    if (master) await whileSubsChange(ctx, master, remove)
    else await remove()
    if (found.hotel_uid) await touchHotel(ctx, { agency_uid, uid: found.hotel_uid })
  })
}

function conflict(state: string, text: string): ApiError {
  return new ApiError('STATE_CONFLICT', text, { members: { state, allowedActions: [] } })
}
