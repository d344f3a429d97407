/** Parses filters of job lists: contract/resources.md §1.3. */
import type { Context } from '../../../context.ts'
import { datesIn } from '../../../platform/dates/date-range.ts'
import { ApiError, oneOfRequired, requiredParameter } from '../../../platform/errors.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import { requireProperties } from '../../properties/properties/properties.ts'
import { requireServiceProvider } from '../service-providers/service-providers.ts'
import type { JobFilters } from './jobs.ts'

/** Maximum number of dates in a range: two years. */
const datesMax = 731

/** Range of start dates, inclusive; both ends are optional. */
interface Dates {
  from?: string | undefined
  to?: string | undefined
}

/**
 * Checks that a list is limited by dates or by the time of change.
 *
 * @throws ApiError REQUIRED_PARAMETER
 */
export function checkIsLimited({
  from,
  to,
  modifiedSince,
}: Dates & { modifiedSince?: Date }): void {
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

type FilterUids = {
  [K in 'agencyUid' | 'leadUid' | 'serviceProviderUid']?: string | undefined
} & { propertyUids?: string[] | undefined }

/**
 * Parses the uids of filters. Their objects must be accessible.
 *
 * @param propertyParameter name of the parameter with the properties, for errors
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND, SERVICE_PROVIDER_NOT_FOUND
 */
export async function readUidFilters(
  ctx: Context,
  { agencyUid, propertyUids, leadUid, serviceProviderUid }: FilterUids,
  propertyParameter: string,
): Promise<JobFilters> {
  const filters: JobFilters = {}
  if (agencyUid !== undefined) filters.agencyUid = requireAgencyUid(ctx.caller, agencyUid)
  if (propertyUids !== undefined) {
    const properties = await requireProperties(ctx, propertyUids, {
      parameterOf: () => propertyParameter,
    })
    filters.propertyUids = properties.map(({ uid }) => uid)
  }
  if (leadUid !== undefined) filters.leadUid = (await requireLead(ctx, leadUid)).uid
  if (serviceProviderUid !== undefined) {
    filters.serviceProviderUid = (await requireServiceProvider(ctx, serviceProviderUid)).uid
  }
  return filters
}
