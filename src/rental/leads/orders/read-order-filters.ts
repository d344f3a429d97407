import type { Context } from '../../../context.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { behaviourSince } from '../../versions.ts'
import { requireGuest } from '../guests/guests.ts'
import { requireLead } from '../leads/leads.ts'
import type { OrderFilters } from './orders.ts'

/** Returns whether orders of cancelled leads are visible in an API version. */
export function visibleOrders(version: Version): Pick<OrderFilters, 'withCancelled'> {
  return { withCancelled: existsIn(version, { since: behaviourSince.ordersOfCancelledLeads }) }
}

interface References {
  propertyUid?: string | undefined
  leadUid?: string | undefined
  guestUid?: string | undefined
}

/**
 * Returns the filters of an order list after checking access to its references (contract/general.md
 * §3).
 *
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND, GUEST_NOT_FOUND
 */
export async function readOrderFilters(
  ctx: Context,
  { propertyUid, leadUid, guestUid }: References,
  version: Version,
): Promise<Omit<OrderFilters, 'updatedSince'>> {
  const property =
    propertyUid === undefined
      ? undefined
      : await requireProperty(ctx, propertyUid, { orDeleted: true })
  const lead = leadUid === undefined ? undefined : await requireLead(ctx, leadUid)
  const guest = guestUid === undefined ? undefined : await requireGuest(ctx, guestUid)
  const uids = { propertyUid: property?.uid, leadUid: lead?.uid, guestUid: guest?.uid }
  return { ...visibleOrders(version), ...uids }
}
