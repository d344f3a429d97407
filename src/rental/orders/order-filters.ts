import type { Context } from '../../context.ts'
import { existsIn, type Version } from '../../platform/rest/version.ts'
import { reachedLead } from '../leads/leads.ts'
import { reachedProperty } from '../properties/properties.ts'
import { behaviourSince } from '../versions.ts'
import type { OrderFilters } from './orders.ts'

/** Which orders a version shows at all. */
export function shownIn(version: Version): Pick<OrderFilters, 'withCancelled'> {
  return { withCancelled: existsIn(version, { since: behaviourSince.ordersOfCancelledLeads }) }
}

/**
 * The orders that a list names, its references checked (contract/general.md §3).
 *
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND
 */
export async function readOrderFilters(
  ctx: Context,
  { propertyUid, leadUid }: { propertyUid?: string | undefined; leadUid?: string | undefined },
  version: Version,
): Promise<Omit<OrderFilters, 'updatedSince'>> {
  const property = propertyUid === undefined ? undefined : await reachedProperty(ctx, propertyUid)
  const lead = leadUid === undefined ? undefined : await reachedLead(ctx, leadUid)
  return { ...shownIn(version), propertyUid: property?.uid, leadUid: lead?.uid }
}
