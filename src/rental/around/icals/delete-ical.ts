import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { endNotices } from '../../events/notices/notices.ts'
import { removeStaysToCome } from '../ical-stays/remove-stays.ts'
import type { Ical } from './ical.ts'
import { lockIcal, markIcalDeleted } from './icals.ts'

/**
 * Deletes an external calendar and those of its blocks whose check-out is to come. Its bookings
 * stay, unless they are to go, too, and its events are known for 30 days, so that the calendar
 * finds them when it is added again (contract/resources.md §10).
 *
 * @throws ApiError ICAL_NOT_FOUND
 */
export async function deleteIcal(
  ctx: Context,
  found: Pick<Ical, 'agency_uid' | 'uid'>,
  { keepsStays }: { keepsStays: boolean },
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const ical = await lockIcal(ctx, found)
    if (!ical) throw notFound('ICAL_NOT_FOUND', found.uid)
    await markIcalDeleted(ctx, ical)
    await removeStaysToCome(ctx, ical, { keepsBookings: keepsStays })
    await endNotices(ctx, ical.agency_uid, [ical.uid])
    recordEvent(ctx, {
      agencyUid: ical.agency_uid,
      type: 'ICAL_DELETED',
      keys: { ical_uid: ical.uid, property_uid: ical.property_uid },
    })
  })
}
