import type { Changes } from '../../events/events/changes.ts'
import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import type { LeadRow } from '../leads/lead.ts'

/** Tells of the order of a lead; that of a sample is not spoken of (contract/events.md §3.5). */
export function recordOrderEvent(
  ctx: Telling,
  type: 'ORDER_CREATED' | 'ORDER_UPDATED',
  { uid, lead, changes = {} }: { uid: string; lead: LeadRow; changes?: Changes },
): void {
  if (lead.status === 'SAMPLE') return
  recordEvent(ctx, {
    agencyUid: lead.agency_uid,
    type,
    keys: { order_uid: uid, lead_uid: lead.uid, property_uid: lead.property_uid },
    isNew: type === 'ORDER_CREATED',
    changes,
  })
}
