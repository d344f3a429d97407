/** Public catalogue of event types: contract/events.md §3.6. */
import { openRoute } from '../../../context.ts'
import { type EventType, eventTypes, isEventType } from '../../../pending-events/event.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  bool,
  listOf,
  named,
  oneOf,
  shape,
  Type,
  text,
  url,
} from '../../../platform/rest/fields.ts'
import { newestVersion } from '../../versions.ts'
import { describeType, payloadSchema } from './payload-shape.ts'

const eventTypeShape = shape('EventTypeEntry', {
  eventType: named('EventType', oneOf(eventTypes)),
  since: text(),
  accessChange: bool(),
  keys: listOf(text()),
  sample: Type.Record(Type.String(), Type.String()),
  schemaUrl: url(),
})

const path = '/webhooks/event-types'

export const eventTypeRoutes = [
  openRoute({
    method: 'GET',
    path,
    since: '3.3',
    summary: 'List event types',
    tag: 'Webhooks',
    access: { isOpen: true },
    response: Type.Object({ eventTypes: listOf(eventTypeShape) }),
    http: { plain: true },
    errors: [],
    handler: async ({ settings }) => ({
      eventTypes: eventTypes.map(type => describeType(type, schemaUrl(settings, type))),
    }),
  }),
  openRoute({
    method: 'GET',
    path: `${path}/:eventType`,
    since: '3.3',
    operationId: 'getEventTypeSchema',
    summary: 'Get the JSON Schema of an event type',
    tag: 'Webhooks',
    access: { isOpen: true },
    response: Type.Object({}, { additionalProperties: true }),
    http: { plain: true },
    errors: ['EVENT_TYPE_NOT_FOUND'],
    handler: async ({ settings }, { params }) => {
      const type = params.eventType!
      if (!isEventType(type)) throw notFound('EVENT_TYPE_NOT_FOUND', type)
      return payloadSchema(type, schemaUrl(settings, type))
    },
  }),
]

function schemaUrl({ publicUrl }: { publicUrl: string }, type: EventType): string {
  return `${publicUrl}/api/v${newestVersion}${path}/${type}`
}
