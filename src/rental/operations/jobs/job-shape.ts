/** A job on the wire: contract/resources.md §1.1, in v2 §1.3. */
import type { Static } from 'typebox'
import { utcText, utcTextOrNull } from '../../../platform/dates/dates.ts'
import type { FieldError } from '../../../platform/errors.ts'
import {
  checked,
  localDateTime,
  named,
  nullable,
  oneOf,
  shape,
  since,
  Type,
  text,
  uid,
  utcDateTime,
  withAlias,
} from '../../../platform/rest/fields.ts'
import { findTimesFault, type Job, jobStatuses } from './job.ts'

/** Schema of notes. */
export const longText = () => text({ max: 10_000 })

export const jobSchema = shape('Job', {
  uid: uid(),
  agencyUid: uid(),
  propertyUid: uid(),
  unitUid: since('3.1', nullable(uid())),
  leadUid: nullable(uid()),
  serviceUid: uid(),
  serviceProviderUid: nullable(uid()),
  status: named('JobStatus', oneOf(jobStatuses)),
  startLocalDateTime: localDateTime(),
  endLocalDateTime: localDateTime(),
  notes: nullable(longText()),
  createdUtcDateTime: utcDateTime(),
  modifiedUtcDateTime: utcDateTime(),
  doneUtcDateTime: nullable(utcDateTime()),
})

export function presentJob(row: Job) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    propertyUid: row.property_uid,
    unitUid: row.unit_uid,
    leadUid: row.lead_uid,
    serviceUid: row.service_uid,
    serviceProviderUid: row.service_provider_uid,
    status: row.status,
    startLocalDateTime: row.start_local,
    endLocalDateTime: row.end_local,
    notes: row.notes,
    createdUtcDateTime: utcText(row.created_at),
    modifiedUtcDateTime: utcText(row.updated_at),
    doneUtcDateTime: utcTextOrNull(row.done_at),
  }
}

export const legacyJobSchema = shape('Job', {
  uid: uid(),
  propertyUid: uid(),
  leadUid: nullable(uid()),
  serviceUid: uid(),
  status: named('JobStatus', oneOf(jobStatuses)),
  start: localDateTime(),
  end: localDateTime(),
  notes: nullable(longText()),
})

export function presentLegacyJob(row: Job) {
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    leadUid: row.lead_uid,
    serviceUid: row.service_uid,
    status: row.status,
    start: row.start_local,
    end: row.end_local,
    notes: row.notes,
  }
}

const commonInputFields = {
  propertyUid: uid(),
  serviceUid: uid(),
  leadUid: Type.Optional(nullable(uid())),
  status: Type.Optional(named('JobStatus', oneOf(jobStatuses))),
  notes: Type.Optional(nullable(longText())),
}

const jobInput = Type.Object({
  ...commonInputFields,
  startLocalDateTime: withAlias('start', localDateTime()),
  endLocalDateTime: withAlias('end', localDateTime()),
  unitUid: Type.Optional(since('3.1', nullable(uid()))),
  serviceProviderUid: Type.Optional(nullable(uid())),
})

export type JobBody = Static<typeof jobInput>

/** Body of a job in v3, whose times are checked. */
export const jobBody = named(
  'JobInput',
  checked(jobInput, ({ startLocalDateTime, endLocalDateTime }, errors) => [
    ...errors,
    ...findTimeErrors('endLocalDateTime', startLocalDateTime, endLocalDateTime),
  ]),
)

const legacyJobInput = Type.Object({
  ...commonInputFields,
  start: localDateTime(),
  end: localDateTime(),
})

export const legacyJobBody = named(
  'JobInput',
  checked(legacyJobInput, ({ start, end }, errors) => [
    ...errors,
    ...findTimeErrors('end', start, end),
  ]),
)

/** Converts a body of v2 to one of v3. */
export function toJobBody({ start, end, ...rest }: Static<typeof legacyJobInput>): JobBody {
  return { ...rest, startLocalDateTime: start, endLocalDateTime: end }
}

function findTimeErrors(field: string, start?: string, end?: string): FieldError[] {
  const message = start !== undefined && end !== undefined ? findTimesFault(start, end) : null
  return message === null ? [] : [{ field, code: 'INVALID_DATE_RANGE', message }]
}
