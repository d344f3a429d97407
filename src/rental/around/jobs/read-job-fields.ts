/** What requests say of a job, and what it names: contract/resources.md §1.1. */
import type { Context } from '../../../context.ts'
import { placedIn } from '../../../platform/dates.ts'
import { ApiError, accessDenied, invalidParameter, notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedLead } from '../../leads/leads/leads.ts'
import { reachedUnit } from '../../properties/units/units.ts'
import { keptServiceProvider } from '../service-providers/service-providers.ts'
import { keptService } from '../services/services.ts'
import { type Job, type JobStatus, wrongEnds } from './job.ts'
import { keptLead, keptProperty } from './jobs.ts'

/** A job as a body describes it, at a property that was reached. */
export interface JobFields {
  property: { agency_uid: string; uid: string }
  serviceUid: string
  leadUid: string | null
  unitUid: string | null
  /** Undefined: that of the service. */
  serviceProviderUid: string | null | undefined
  /** Undefined: as it is, NEW of a new one. */
  status: JobStatus | undefined
  /** Local times of the property. */
  start: string
  end: string
  notes: string | null
}

/** What a job refers to. */
export const references = [
  'property_uid',
  'unit_uid',
  'lead_uid',
  'service_uid',
  'service_provider_uid',
] as const

/** The columns that fields decide, but for the status. */
export type JobColumns = Pick<
  Job,
  (typeof references)[number] | 'start_local' | 'end_local' | 'notes'
>

/**
 * Finds what a job names, and keeps it as it is until the transaction ends; who locks a job, too,
 * does so afterwards. What a job names already it may go on naming, deleted or not.
 *
 * @throws ApiError ACCESS_DENIED of a unit, and of a property that was deleted meanwhile;
 *   LEAD_NOT_FOUND, SERVICE_NOT_FOUND, SERVICE_PROVIDER_NOT_FOUND; INVALID_PARAMETER of a lead or
 *   unit of another property; INVALID_DATE_RANGE
 */
export async function columnsFrom(
  ctx: Context,
  fields: JobFields,
  present?: Job,
): Promise<JobColumns> {
  const { property, notes } = fields
  const stays = present?.property_uid === property.uid
  const place = await keptProperty(ctx, property)
  if (!place || (place.deleted_at !== null && !stays)) {
    throw accessDenied('propertyUid', property.uid)
  }
  const here = stays ? present : undefined
  const lead_uid = await leadOf(ctx, fields, here)
  const unit_uid = await unitOf(ctx, fields, here)
  const { agency_uid } = property
  const service = await keptService(ctx, agency_uid, fields.serviceUid, present?.service_uid)
  const { serviceProviderUid = service.service_provider_uid } = fields
  return {
    property_uid: property.uid,
    unit_uid,
    lead_uid,
    service_uid: service.uid,
    service_provider_uid: await keptServiceProvider(ctx, agency_uid, serviceProviderUid),
    ...endsIn(place.time_zone, fields),
    notes,
  }
}

async function leadOf(ctx: Context, { property, leadUid }: JobFields, here: Job | undefined) {
  if (leadUid === null) return null
  const named = asUid(leadUid)
  if (named !== null && named === here?.lead_uid) return named
  const { uid } = await reachedLead(ctx, leadUid)
  const lead = await keptLead(ctx, { agency_uid: property.agency_uid, uid })
  if (!lead) throw notFound('LEAD_NOT_FOUND', leadUid)
  if (lead.property_uid !== property.uid) throw misplaced('leadUid', property.uid)
  return uid
}

async function unitOf(ctx: Context, { property, unitUid }: JobFields, here: Job | undefined) {
  if (unitUid === null) return null
  const named = asUid(unitUid)
  if (named !== null && named === here?.unit_uid) return named
  const unit = await reachedUnit(ctx, unitUid)
  if (unit.property_uid !== property.uid) throw misplaced('unitUid', property.uid)
  return unit.uid
}

function misplaced(parameter: string, propertyUid: string): ApiError {
  return invalidParameter(parameter, `does not belong to property ${propertyUid}`)
}

/** The ends of a job; times that a change of clocks leaves out have moved. */
function endsIn(timeZone: string, { start, end }: JobFields) {
  const placed = {
    start_local: placedIn(start, timeZone).local,
    end_local: placedIn(end, timeZone).local,
  }
  const wrong = wrongEnds(placed.start_local, placed.end_local)
  if (wrong) throw new ApiError('INVALID_DATE_RANGE', wrong)
  return placed
}
