import { holdDeliveries, releaseDeliveries } from '../deliveries/open-deliveries.sql.ts'
import type { Telling } from '../events/record-event.ts'
import { allowAgain, revokeAccess } from './webhook-access.sql.ts'

/**
 * Lets a partner's webhooks in an agency follow its access, in the transaction in which that ends
 * or comes back: without any grant they are disabled, and with one enabled again, unless
 * something else has disabled them (contract/events.md §8.6).
 */
export async function followAccess(
  ctx: Pick<Telling, 'db' | 'clock' | 'pending'>,
  party: { agencyUid: string; partnerUid: string },
  hasAccess: boolean,
): Promise<void> {
  if (hasAccess) {
    for (const webhook of await allowAgain(ctx, party)) await releaseDeliveries(ctx, webhook)
  } else {
    for (const webhook of await revokeAccess(ctx, party)) await holdDeliveries(ctx, webhook)
  }
}
