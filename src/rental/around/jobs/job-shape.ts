/** A job on the wire: contract/resources.md §1.1, in v2 §1.3. */
import type { Static } from 'typebox'
import { utcText, utcTextOrNull } from '../../../platform/dates.ts'
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
} from '../../../platform/rest/fields.ts'
import { type Job, jobStatuses, wrongEnds } from './job.ts'

export const longText = () => text({ max: 10_000 })

export const job = shape('Job', {
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

export const legacyJob = shape('Job', {
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

const members = {
  propertyUid: uid(),
  serviceUid: uid(),
  leadUid: Type.Optional(nullable(uid())),
  status: Type.Optional(named('JobStatus', oneOf(jobStatuses))),
  notes: Type.Optional(nullable(longText())),
}
const ends = {
  start: Type.Optional(nullable(localDateTime())),
  end: Type.Optional(nullable(localDateTime())),
}

const fields = Type.Object({
  ...members,
  startLocalDateTime: Type.Optional(nullable(localDateTime())),
  endLocalDateTime: Type.Optional(nullable(localDateTime())),
  ...ends,
  unitUid: Type.Optional(since('3.1', nullable(uid()))),
  serviceProviderUid: Type.Optional(nullable(uid())),
})

export type JobBody = Static<typeof fields>

/** What a client writes of a job. */
export const jobBody = named(
  'JobInput',
  checked(fields, checkEnds(['startLocalDateTime', 'endLocalDateTime'])),
)

/** What v2 takes for a job. */
export const legacyJobBody = named(
  'JobInput',
  checked(Type.Object({ ...members, ...ends }), checkEnds(['start', 'end'])),
)

/** The ends that a body names, in either spelling; the longer one counts. */
export function endsOf(body: Partial<JobBody>) {
  return {
    start: body.startLocalDateTime ?? body.start ?? null,
    end: body.endLocalDateTime ?? body.end ?? null,
  }
}

/** Both ends are mandatory, the first not after the second, which is called by its name. */
function checkEnds(names: [string, string]) {
  return (body: Partial<JobBody>, errors: FieldError[]): FieldError[] => {
    const { start, end } = endsOf(body)
    const isKnown = (name: string) => errors.some(({ field }) => aliasOf(field) === aliasOf(name))
    const missing = [start, end].flatMap((given, i) =>
      given === null && !isKnown(names[i]!) ? [missingField(names[i]!)] : [],
    )
    const wrong = start !== null && end !== null ? wrongEnds(start, end) : null
    const outOfOrder = wrong
      ? [{ field: names[1], code: 'INVALID_DATE_RANGE' as const, message: wrong }]
      : []
    return [...errors, ...missing, ...outOfOrder]
  }
}

function aliasOf(field: string): string {
  return field.replace('LocalDateTime', '')
}

function missingField(field: string): FieldError {
  const message = `Invalid parameter '${field}' must not be null`
  return { field, code: 'REQUIRED_PARAMETER', message }
}
