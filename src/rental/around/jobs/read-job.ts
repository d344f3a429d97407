/** Reads what requests say of jobs. */
import type { Context } from '../../../context.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { legacyVersion } from '../../versions.ts'
import type { Job } from './job.ts'
import type { JobBody } from './job-shape.ts'
import { reachedJob } from './jobs.ts'
import type { JobFields } from './read-job-fields.ts'

const toWrite = { access: 'READ_WRITE' } as const

/**
 * The job that a path names, and the property that it shall be at: its own, or another one of its
 * agency.
 *
 * @throws ApiError JOB_NOT_FOUND, ACCESS_DENIED, READ_ONLY_GRANT
 */
export async function reachedForChange(ctx: Context, text: string, propertyUid: string) {
  const job = await reachedJob(ctx, text, toWrite)
  const { agency_uid, property_uid: uid } = job
  if (asUid(propertyUid) === uid) return { job, property: { agency_uid, uid } }
  const property = await reachedProperty(ctx, propertyUid, toWrite)
  if (property.agency_uid !== agency_uid) throw accessDenied('propertyUid', propertyUid)
  return { job, property }
}

/**
 * What a body says of a job. What a version has no word for stays as it is of a `present` one: the
 * unit as long as the property does, the provider as long as the service does.
 */
export function fieldsFrom(
  body: JobBody,
  version: Version,
  property: JobFields['property'],
  present?: Job,
): JobFields {
  const unit = present?.property_uid === property.uid ? present.unit_uid : null
  const isServed = present !== undefined && asUid(body.serviceUid) === present.service_uid
  const provider = isServed ? present.service_provider_uid : undefined
  return {
    property,
    serviceUid: body.serviceUid,
    leadUid: body.leadUid ?? null,
    unitUid: existsIn(version, { since: '3.1' }) ? (body.unitUid ?? null) : unit,
    serviceProviderUid: version === legacyVersion ? provider : body.serviceProviderUid,
    status: body.status,
    start: body.startLocalDateTime,
    end: body.endLocalDateTime,
    notes: body.notes ?? null,
  }
}
