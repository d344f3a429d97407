import type { Changes } from '../../../pending-events/changes.ts'
import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import type { LeadRow } from '../leads/lead.ts'

/** Records an event of an order; sample leads emit none (contract/events.md §3.5). */
export function recordOrderEvent(
  ctx: EventContext,
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
