/** What is known of the payload of an event type: its schema, and an example. Pure. */
import type { Version } from '../../../platform/rest/version.ts'
import { legacyVersion } from '../../versions.ts'
import { type EventType, isAccessChange, kindOf, type PayloadKey } from './event.ts'

const uidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
const uidSchema = { type: 'string', format: 'uuid', pattern: uidPattern }
const wordSchema = { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' }
const contentMax = 16_384

/** What a value that is no uid looks like, and one of that kind. */
const words: Partial<Record<PayloadKey, { schema: object; sample: string }>> = {
  status: { schema: wordSchema, sample: 'BOOKED' },
  previous_status: { schema: wordSchema, sample: 'PENDING' },
  type: { schema: wordSchema, sample: 'AIRBNB' },
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

/** The status of a message is not that of a lead. */
const ofMessage = {
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
  object_type: wordSchema,
  object_uid: uidSchema,
  object_version: numberSchema,
  previous_object_version: numberSchema,
  cause: wordSchema,
  actor_type: wordSchema,
  actor_uid: uidSchema,
  request_uid: uidSchema,
  changes: {
    type: 'object',
    additionalProperties: { type: 'array', minItems: 2, maxItems: 2, items: {} },
  },
  test: { type: 'boolean' },
}

/** An example of them. */
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

/** Keys of which a payload has one: custom data is a property's, a lead's or a unit's. */
const alternatives: PayloadKey[] = ['lead_uid', 'unit_uid']

/** A payload of a type with every key that may apply at once. */
export function samplePayload(type: EventType): Record<string, string> {
  const keys = keysOf(type).filter(({ name, isOptional }) => !(isOptional && name === 'unit_uid'))
  const values = keys.map(({ name }, i) => [name, wordOf(type, name)?.sample ?? sampleUid(i + 2)])
  return { agency_uid: sampleUid(1), event_type: type, ...Object.fromEntries(values) }
}

/**
 * Returns the JSON Schema 2020-12 of the payloads of a type, in both formats; there may be further
 * keys. `id` is where it is found.
 */
export function payloadSchema(type: EventType, id: string): object {
  const keys = keysOf(type)
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
        keys.map(({ name }) => [name, wordOf(type, name)?.schema ?? uidSchema]),
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

/** An entry of the catalogue: contract/events.md §3.6. */
export function describeType(type: EventType, schemaUrl: string) {
  return {
    eventType: type,
    since: labelOf(kindOf(type).since),
    accessChange: isAccessChange(type),
    keys: keysOf(type).map(({ name }) => name),
    sample: samplePayload(type),
    schemaUrl,
  }
}

/** The keys beside the agency and the type, in their order. */
function keysOf(type: EventType): { name: PayloadKey; isOptional: boolean }[] {
  return kindOf(type).keys.map(key => ({
    name: key.replace('?', '') as PayloadKey,
    isOptional: key.endsWith('?'),
  }))
}

function wordOf(type: EventType, name: PayloadKey) {
  const isMessage = keysOf(type).some(key => key.name === 'message_uid')
  return name === 'status' && isMessage ? ofMessage : words[name]
}

function sampleUid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

function labelOf(version: Version): string {
  return version === legacyVersion ? 'v2' : `v${version}`
}
