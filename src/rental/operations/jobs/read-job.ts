/** Reads requests about jobs. */
import type { Context } from '../../../context.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { legacyVersion } from '../../versions.ts'
import type { Job } from './job.ts'
import type { JobBody } from './job-shape.ts'
import { requireJob } from './jobs.ts'
import type { JobFields } from './read-job-fields.ts'

const writeAccess = { access: 'READ_WRITE' } as const

/**
 * Returns the job of a path and the property of the body: its own, or another one of its agency.
 *
 * @throws ApiError JOB_NOT_FOUND, ACCESS_DENIED, READ_ONLY_GRANT
 */
export async function requireJobAndProperty(ctx: Context, jobUid: string, propertyUid: string) {
  const job = await requireJob(ctx, jobUid, writeAccess)
  const { agency_uid, property_uid: uid } = job
  if (asUid(propertyUid) === uid) return { job, property: { agency_uid, uid } }
  const property = await requireProperty(ctx, propertyUid, writeAccess)
  if (property.agency_uid !== agency_uid) throw accessDenied('propertyUid', propertyUid)
  return { job, property }
}

/**
 * Converts the body of a job. A version without a field keeps its value in the `current` job: the
 * unit while the property stays the same, the provider while the service does.
 */
export function readJobFields(
  body: JobBody,
  version: Version,
  property: JobFields['property'],
  current?: Job,
): JobFields {
  const keptUnit = current?.property_uid === property.uid ? current.unit_uid : null
  const keepsService = current !== undefined && asUid(body.serviceUid) === current.service_uid
  const keptProvider = keepsService ? current.service_provider_uid : undefined
  return {
    property,
    serviceUid: body.serviceUid,
    leadUid: body.leadUid ?? null,
    unitUid: existsIn(version, { since: '3.1' }) ? (body.unitUid ?? null) : keptUnit,
    serviceProviderUid: version === legacyVersion ? keptProvider : body.serviceProviderUid,
    status: body.status,
    start: body.startLocalDateTime,
    end: body.endLocalDateTime,
    notes: body.notes ?? null,
  }
}
