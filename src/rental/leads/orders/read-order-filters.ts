import type { Context } from '../../../context.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { behaviourSince } from '../../versions.ts'
import { reachedGuest } from '../guests/guests.ts'
import { reachedLead } from '../leads/leads.ts'
import type { OrderFilters } from './orders.ts'

/** Which orders a version shows at all. */
export function shownIn(version: Version): Pick<OrderFilters, 'withCancelled'> {
  return { withCancelled: existsIn(version, { since: behaviourSince.ordersOfCancelledLeads }) }
}

/** What a list is of, as it was sent. */
interface References {
  propertyUid?: string | undefined
  leadUid?: string | undefined
  guestUid?: string | undefined
}

/**
 * The orders that a list names, its references checked (contract/general.md §3).
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
      : await reachedProperty(ctx, propertyUid, { orDeleted: true })
  const lead = leadUid === undefined ? undefined : await reachedLead(ctx, leadUid)
  const guest = guestUid === undefined ? undefined : await reachedGuest(ctx, guestUid)
  const uids = { propertyUid: property?.uid, leadUid: lead?.uid, guestUid: guest?.uid }
  return { ...shownIn(version), ...uids }
}
