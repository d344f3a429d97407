/** Finds the objects that a job refers to: contract/resources.md §1.1. */
import type { Context } from '../../../context.ts'
import { resolveLocal } from '../../../platform/dates/dates.ts'
import { ApiError, accessDenied, invalidParameter, notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import { requireUnit } from '../../properties/units/units.ts'
import { requireProviderUidForShare } from '../service-providers/service-providers.ts'
import { requireServiceForShare } from '../services/services.ts'
import { findTimesFault, type Job, type JobStatus } from './job.ts'
import { findLeadForShare, findPropertyForShare } from './jobs.ts'

/** Job in a request, at an accessible property. */
export interface JobFields {
  property: { agency_uid: string; uid: string }
  serviceUid: string
  leadUid: string | null
  unitUid: string | null
  /** Undefined: the provider of the service. */
  serviceProviderUid: string | null | undefined
  /** Undefined: unchanged, or NEW for a new job. */
  status: JobStatus | undefined
  /** Local times of the property. */
  start: string
  end: string
  notes: string | null
}

/** Columns that refer to other objects. */
export const referenceColumns = [
  'property_uid',
  'unit_uid',
  'lead_uid',
  'service_uid',
  'service_provider_uid',
] as const

/** Columns that the fields set, without the status. */
export type JobColumns = Pick<
  Job,
  (typeof referenceColumns)[number] | 'start_local' | 'end_local' | 'notes'
>

/**
 * Finds the objects that a job refers to and locks them until the transaction ends. Callers lock
 * the job only after that. References that the `current` job already has may be to deleted objects.
 *
 * @throws ApiError ACCESS_DENIED for a unit, and for a property that was deleted concurrently;
 *   LEAD_NOT_FOUND, SERVICE_NOT_FOUND, SERVICE_PROVIDER_NOT_FOUND; INVALID_PARAMETER for a lead or
 *   unit of another property; INVALID_DATE_RANGE
 */
export async function resolveJobColumns(
  ctx: Context,
  fields: JobFields,
  current?: Job,
): Promise<JobColumns> {
  const { property, notes } = fields
  const isSameProperty = current?.property_uid === property.uid
  const lockedProperty = await findPropertyForShare(ctx, property)
  if (!lockedProperty || (lockedProperty.deleted_at !== null && !isSameProperty)) {
    throw accessDenied('propertyUid', property.uid)
  }
  // Lead and unit belong to the property, so they are only kept with it.
  const unmovedJob = isSameProperty ? current : undefined
  const lead_uid = await resolveLead(ctx, fields, unmovedJob)
  const unit_uid = await resolveUnit(ctx, fields, unmovedJob)
  const { agency_uid } = property
  const service = await requireServiceForShare(
    ctx,
    agency_uid,
    fields.serviceUid,
    current?.service_uid,
  )
  const { serviceProviderUid = service.service_provider_uid } = fields
  return {
    property_uid: property.uid,
    unit_uid,
    lead_uid,
    service_uid: service.uid,
    service_provider_uid: await requireProviderUidForShare(ctx, agency_uid, serviceProviderUid),
    ...resolveTimes(lockedProperty.time_zone, fields),
    notes,
  }
}

async function resolveLead(
  ctx: Context,
  { property, leadUid }: JobFields,
  unmovedJob: Job | undefined,
) {
  if (leadUid === null) return null
  const requestedUid = asUid(leadUid)
  if (requestedUid !== null && requestedUid === unmovedJob?.lead_uid) return requestedUid
  const { uid } = await requireLead(ctx, leadUid)
  const lead = await findLeadForShare(ctx, { agency_uid: property.agency_uid, uid })
  if (!lead) throw notFound('LEAD_NOT_FOUND', leadUid)
  if (lead.property_uid !== property.uid) throw wrongProperty('leadUid', property.uid)
  return uid
}

async function resolveUnit(
  ctx: Context,
  { property, unitUid }: JobFields,
  unmovedJob: Job | undefined,
) {
  if (unitUid === null) return null
  const requestedUid = asUid(unitUid)
  if (requestedUid !== null && requestedUid === unmovedJob?.unit_uid) return requestedUid
  const unit = await requireUnit(ctx, unitUid)
  if (unit.property_uid !== property.uid) throw wrongProperty('unitUid', property.uid)
  return unit.uid
}

function wrongProperty(parameter: string, propertyUid: string): ApiError {
  return invalidParameter(parameter, `does not belong to property ${propertyUid}`)
}

/**
 * Resolves the start and end of a job. Times that a change of clocks skips are moved.
 *
 * @throws ApiError INVALID_DATE_RANGE
 */
function resolveTimes(timeZone: string, { start, end }: JobFields) {
  const times = {
    start_local: resolveLocal(start, timeZone).local,
    end_local: resolveLocal(end, timeZone).local,
  }
  const fault = findTimesFault(times.start_local, times.end_local)
  if (fault) throw new ApiError('INVALID_DATE_RANGE', fault)
  return times
}
