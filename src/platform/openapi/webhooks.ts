import { pascal, type Schema, type Shapes } from './shapes.ts'

/** A webhook: when its event is emitted, and what the receiver gets. */
interface WebhookRequest {
  trigger: string
  schema: Schema
  sample: Record<string, string>
  /** Keys that a webhook may ask for besides. */
  extension?: { schema: Schema; sample: Record<string, unknown> }
}

/** Webhooks by event type. */
export type Webhooks = Readonly<Record<string, WebhookRequest>>

const headers = {
  'webhook-id':
    'Unique identifier of the event, the same for every attempt. Receivers use it to ignore ' +
    'duplicates.',
  'webhook-timestamp': 'Time of this attempt, in Unix seconds.',
  'webhook-signature':
    'HMAC-SHA256 signature of `<webhook-id>.<webhook-timestamp>.<body>`, one for each active ' +
    'secret, separated by spaces: `v1,<base64>`.',
  'x-lodgepole-object-version': 'Version of the object: number of its changes, including this one.',
  'x-lodgepole-attempt': 'Number of this attempt, starting at 1.',
}

/** Headers that not every request has; contract/events.md §5.4 has some more. */
const optionalHeaders = {
  'x-lodgepole-seq': 'Sequence number of the event in the log of the agency. Omitted for samples.',
  'x-lodgepole-cause': 'Cause of the calendar change. Only for events of availability.',
  'x-lodgepole-test':
    '`1` for a test delivery, whose `webhook-id` is not the uid of an event. Nothing has ' +
    'happened.',
}

/** The parameters that every webhook has, as components. */
export const webhookParameters = Object.fromEntries(
  Object.entries({ ...headers, ...optionalHeaders }).map(([name, description]) => [
    headerName(name),
    { name, in: 'header', required: name in headers, description, schema: { type: 'string' } },
  ]),
)

/** The responses that every webhook may get, as components. */
export const webhookResponses = {
  WebhookAccepted: {
    description: 'Accepted. Any other status, and a timeout, is retried.',
  },
  WebhookGone: { description: 'Gone. The webhook is disabled and nothing is retried.' },
}

/** What `webhooks` of a document has, its payloads placed as components. */
export function webhookItems(webhooks: Webhooks, shapes: Shapes): Record<string, unknown> {
  const entries = Object.entries(webhooks).map(([type, { trigger, schema, extension }]) => {
    const words = pascal(type.toLowerCase())
    const payload = shapes.place(schema, `${words}Payload`)
    const placed = extension ? { allOf: [payload, shapes.place(extension.schema, '')] } : payload
    const operation = {
      operationId: `on${words}`,
      summary: trigger.charAt(0).toUpperCase() + trigger.slice(1),
      description: description(trigger),
      tags: ['Webhooks'],
      security: [],
      parameters: Object.keys(webhookParameters).map(name => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: { required: true, content: { 'application/json': { schema: placed } } },
      responses: {
        '2XX': { $ref: '#/components/responses/WebhookAccepted' },
        '410': { $ref: '#/components/responses/WebhookGone' },
      },
    }
    return [type, { post: operation }]
  })
  return Object.fromEntries(entries)
}

function description(trigger: string): string {
  return `Sent when ${trigger}.`
}

function headerName(name: string): string {
  return pascal(name)
}
