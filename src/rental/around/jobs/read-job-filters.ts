/** Which jobs a request asks for: contract/resources.md §1.3. */
import type { Context } from '../../../context.ts'
import { datesIn } from '../../../platform/date-range.ts'
import { ApiError, oneOfRequired, requiredParameter } from '../../../platform/errors.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { reachedLead } from '../../leads/leads/leads.ts'
import { reachedProperties } from '../../properties/properties/properties.ts'
import { reachedServiceProvider } from '../service-providers/service-providers.ts'
import type { JobFilters } from './jobs.ts'

const datesMax = 731

/** A range of start dates, either end open. */
interface Dates {
  from?: string | undefined
  to?: string | undefined
}

/**
 * Checks that a list is bounded: by its dates, or by what has changed.
 *
 * @throws ApiError REQUIRED_PARAMETER
 */
export function checkBounded({ from, to, modifiedSince }: Dates & { modifiedSince?: Date }): void {
  if (modifiedSince !== undefined) return
  if (from === undefined) throw oneOfRequired(['from', 'modifiedSince'])
  if (to === undefined) throw requiredParameter('to')
}

/** @throws ApiError INVALID_DATE_RANGE */
export function checkDates({ from, to }: Dates): void {
  if (from === undefined || to === undefined) return
  if (to < from) throw new ApiError('INVALID_DATE_RANGE', "'to' must not be before 'from'")
  if (datesIn({ from, to }) > datesMax) {
    throw new ApiError('INVALID_DATE_RANGE', `'from' and 'to' span at most ${datesMax} days`)
  }
}

/** What a list names. */
type Named = {
  [K in 'agencyUid' | 'leadUid' | 'serviceProviderUid']?: string | undefined
} & { propertyUids?: string[] | undefined }

/**
 * The filters of what a list names, each within reach.
 *
 * @param parameter how the request calls the properties
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND, SERVICE_PROVIDER_NOT_FOUND
 */
export async function readNamed(
  ctx: Context,
  { agencyUid, propertyUids, leadUid, serviceProviderUid }: Named,
  parameter: string,
): Promise<JobFilters> {
  const named: JobFilters = {}
  if (agencyUid !== undefined) named.agencyUid = reachedAgencyUid(ctx.caller, agencyUid)
  if (propertyUids !== undefined) {
    const reached = await reachedProperties(ctx, propertyUids, { parameterOf: () => parameter })
    named.propertyUids = reached.map(({ uid }) => uid)
  }
  if (leadUid !== undefined) named.leadUid = (await reachedLead(ctx, leadUid)).uid
  if (serviceProviderUid !== undefined) {
    named.serviceProviderUid = (await reachedServiceProvider(ctx, serviceProviderUid)).uid
  }
  return named
}
