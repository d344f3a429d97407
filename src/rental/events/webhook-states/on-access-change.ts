import type { EventContext } from '../../../pending-events/record-event.ts'
import { holdDeliveries, resumeDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { restoreAccess, revokeAccess } from './webhook-access.sql.ts'

/**
 * Disables a partner's webhooks in an agency when its last grant ends, and enables them when it
 * regains access, unless they were disabled for another reason (contract/events.md §8.6). Runs in
 * the transaction that changes the access.
 */
export async function onAccessChange(
  ctx: Pick<EventContext, 'db' | 'clock' | 'pending'>,
  party: { agencyUid: string; partnerUid: string },
  hasAccess: boolean,
): Promise<void> {
  if (hasAccess) {
    for (const webhook of await restoreAccess(ctx, party)) await resumeDeliveries(ctx, webhook)
  } else {
    for (const webhook of await revokeAccess(ctx, party)) await holdDeliveries(ctx, webhook)
  }
}
