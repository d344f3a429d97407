import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { endNotices } from '../../events/notices/notices.ts'
import { removeFutureStays } from '../ical-stays/remove-stays.ts'
import type { Ical } from './ical.ts'
import { lockIcal, markIcalDeleted } from './icals.ts'

/**
 * Deletes an external calendar and its future blocks. Its bookings are kept if `keepsStays`.
 * Its events are kept for 30 days, in case the calendar is added again (contract/resources.md §10).
 *
 * @throws ApiError ICAL_NOT_FOUND
 */
export async function deleteIcal(
  ctx: Context,
  key: Pick<Ical, 'agency_uid' | 'uid'>,
  { keepsStays }: { keepsStays: boolean },
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const ical = await lockIcal(ctx, key)
    if (!ical) throw notFound('ICAL_NOT_FOUND', key.uid)
    await markIcalDeleted(ctx, ical)
    await removeFutureStays(ctx, ical, { keepsBookings: keepsStays })
    await endNotices(ctx, ical.agency_uid, [ical.uid])
    recordEvent(ctx, {
      agencyUid: ical.agency_uid,
      type: 'ICAL_DELETED',
      keys: { ical_uid: ical.uid, property_uid: ical.property_uid },
    })
  })
}
