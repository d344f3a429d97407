import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { endNotices } from '../../events/notices/notices.ts'
import { deleteLead } from '../../leads/lead-writes/delete-lead.ts'
import { forgetIcalEvents, listBlocksToCome } from '../ical-imports/ical-events.ts'
import type { Ical } from './ical.ts'
import { lockIcal, removeIcal } from './icals.ts'

/**
 * Deletes an external calendar and those of its blocks whose check-out is to come; its bookings
 * stay (contract/resources.md §10).
 *
 * @throws ApiError ICAL_NOT_FOUND
 */
export async function deleteIcal(
  ctx: Context,
  found: Pick<Ical, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const ical = await lockIcal(ctx, found)
    if (!ical) throw notFound('ICAL_NOT_FOUND', found.uid)
    const blocks = await listBlocksToCome(ctx, ical)
    for (const block of blocks) await deleteLead(ctx, block, '3.3')
    await forgetIcalEvents(ctx, ical)
    await removeIcal(ctx, ical)
    await endNotices(ctx, ical.agency_uid, [ical.uid])
    recordEvent(ctx, {
      agencyUid: ical.agency_uid,
      type: 'ICAL_DELETED',
      keys: { ical_uid: ical.uid, property_uid: ical.property_uid },
    })
  })
}
