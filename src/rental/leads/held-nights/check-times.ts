import type { Context } from '../../../context.ts'
import { warn } from '../../../platform/rest/response/warnings.ts'
import { blocks } from '../../prices/occupancies/lead-status.ts'
import type { LeadRow } from '../leads/lead.ts'
import { listAdjacentOverlaps } from './adjacent-overlaps.sql.ts'

/**
 * Warns if a guest checks out later than another guest checks in at the same unit on the same day.
 * Rejects nothing, because the manager may have agreed with both. The lead occupies its nights.
 */
export async function checkTimes(ctx: Context, lead: LeadRow): Promise<void> {
  if (!ctx.warnings || lead.type === 'BLOCK' || !blocks(lead.status)) return
  for (const other of await listAdjacentOverlaps(ctx, lead)) {
    const arrivesLater = other.check_in_local.slice(0, 10) === lead.check_out_local.slice(0, 10)
    const [leaving, arriving] = arrivesLater ? [lead, other] : [other, lead]
    const departure = toMinutePrecision(leaving.check_out_local)
    const arrival = toMinutePrecision(arriving.check_in_local)
    const checkOut = `${describeLead(ctx, leaving, lead)} checks out at ${departure}`
    const checkIn = `${describeLead(ctx, arriving, lead)} checks in at ${arrival}`
    warn(ctx, 'TIMES_OVERLAP', `${checkOut}, after ${checkIn}`)
  }
}

/** Names a lead in a warning; a partner only sees the uid of the lead in its request. */
function describeLead(
  { caller }: Context,
  { uid }: Pick<LeadRow, 'uid'>,
  requestedLead: Pick<LeadRow, 'uid'>,
): string {
  return uid === requestedLead.uid || caller.kind !== 'partner' ? `lead ${uid}` : 'another lead'
}

const minuteLength = '2026-08-14T16:00'.length

/** Returns a local date-time to the minute, such as `2026-08-14T16:00`. */
function toMinutePrecision(local: string): string {
  return local.replace(' ', 'T').slice(0, minuteLength)
}
