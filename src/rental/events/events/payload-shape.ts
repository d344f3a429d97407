/** Schema and example of the payload of an event type. Pure. */

import {
  type EventType,
  eventKind,
  isAccessChange,
  type PayloadKey,
} from '../../../pending-events/event.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { legacyVersion } from '../../versions.ts'

const uidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
const uidSchema = { type: 'string', format: 'uuid', pattern: uidPattern }
const codeSchema = { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' }
const contentMax = 16_384

/** Schema and sample of each key that is not a uid. */
const keySamples: Partial<Record<PayloadKey, { schema: object; sample: string }>> = {
  status: { schema: codeSchema, sample: 'BOOKED' },
  previous_status: { schema: codeSchema, sample: 'PENDING' },
  type: { schema: codeSchema, sample: 'AIRBNB' },
  message_content: {
    schema: { type: 'string', maxLength: contentMax },
    sample: 'Is early check-in possible?',
  },
  sender_type: { schema: { type: 'string', enum: ['AGENCY', 'GUEST'] }, sample: 'GUEST' },
  created: {
    schema: {
      type: 'string',
      format: 'date-time',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    },
    sample: '2026-04-20T11:00:00.000Z',
  },
}

/** Status of a message, which has other values than that of a lead. */
const messageStatus = {
  schema: { type: 'string', enum: ['CREATED', 'SENT', 'FAILED'] },
  sample: 'CREATED',
}

const instantSchema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
}
const numberSchema = { type: 'integer', minimum: 0 }

/** The keys that EXTENDED adds, none of them in every payload: contract/events.md §5.4. */
export const extensionKeys = {
  event_uid: uidSchema,
  event_seq: numberSchema,
  event_version: numberSchema,
  event_time: instantSchema,
  object_type: codeSchema,
  object_uid: uidSchema,
  object_version: numberSchema,
  previous_object_version: numberSchema,
  cause: codeSchema,
  actor_type: codeSchema,
  actor_uid: uidSchema,
  request_uid: uidSchema,
  changes: {
    type: 'object',
    additionalProperties: { type: 'array', minItems: 2, maxItems: 2, items: {} },
  },
  test: { type: 'boolean' },
}

/** Sample values of the extension keys. */
export const sampleExtension = {
  event_uid: sampleUid(90),
  event_seq: 1287,
  event_version: 1,
  event_time: '2026-05-20T15:00:00.000Z',
  object_type: 'LEAD',
  object_uid: sampleUid(91),
  object_version: 4,
  previous_object_version: 3,
  cause: 'LEAD_STATUS_CHANGED',
  actor_type: 'EMPLOYEE',
  actor_uid: sampleUid(92),
  request_uid: sampleUid(93),
  changes: { status: ['PENDING', 'BOOKED'] },
}

/** Keys that exclude each other: custom data belongs to a property, a lead or a unit. */
const alternatives: PayloadKey[] = ['lead_uid', 'unit_uid']

/** Returns a payload of a type with every key that may apply. */
export function samplePayload(type: EventType): Record<string, string> {
  const keys = listKeys(type).filter(({ name, isOptional }) => !(isOptional && name === 'unit_uid'))
  const values = keys.map(({ name }, i) => [
    name,
    findKeySample(type, name)?.sample ?? sampleUid(i + 2),
  ])
  return { agency_uid: sampleUid(1), event_type: type, ...Object.fromEntries(values) }
}

/**
 * Returns the JSON Schema 2020-12 of the payloads of a type, in both formats; further keys are
 * allowed. `id` is the URL of the schema.
 */
export function payloadSchema(type: EventType, id: string): object {
  const keys = listKeys(type)
  const optional = keys.filter(({ isOptional }) => isOptional).map(({ name }) => name)
  const excludes = alternatives.every(name => optional.includes(name))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title: type,
    type: 'object',
    properties: {
      agency_uid: uidSchema,
      event_type: { const: type },
      ...Object.fromEntries(
        keys.map(({ name }) => [name, findKeySample(type, name)?.schema ?? uidSchema]),
      ),
      ...extensionKeys,
    },
    required: [
      'agency_uid',
      'event_type',
      ...keys.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    ],
    ...(excludes ? { not: { required: alternatives } } : {}),
  }
}

/** Returns an entry of the catalogue: contract/events.md §3.6. */
export function describeType(type: EventType, schemaUrl: string) {
  return {
    eventType: type,
    since: versionLabel(eventKind(type).since),
    accessChange: isAccessChange(type),
    keys: listKeys(type).map(({ name }) => name),
    sample: samplePayload(type),
    schemaUrl,
  }
}

/** Returns the keys in addition to the agency and the type, in order. */
function listKeys(type: EventType): { name: PayloadKey; isOptional: boolean }[] {
  return eventKind(type).keys.map(key => ({
    name: key.replace('?', '') as PayloadKey,
    isOptional: key.endsWith('?'),
  }))
}

function findKeySample(type: EventType, name: PayloadKey) {
  const isMessage = listKeys(type).some(key => key.name === 'message_uid')
  return name === 'status' && isMessage ? messageStatus : keySamples[name]
}

function sampleUid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

function versionLabel(version: Version): string {
  return version === legacyVersion ? 'v2' : `v${version}`
}
