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
    'The uid of the event, the same at every attempt: a receiver that has taken it may drop the ' +
    'repetition.',
  'webhook-timestamp': 'When this attempt was made, in Unix seconds.',
  'webhook-signature':
    'HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by each live secret: `v1,<base64>`.',
  'x-lodgepole-object-version': 'How often the object has changed, this change included.',
  'x-lodgepole-attempt': 'The number of this attempt, from 1.',
}

/** Headers that not every request has; contract/events.md §5.4 has some more. */
const optionalHeaders = {
  'x-lodgepole-seq': 'The position of the event in the log of the agency; not of a sample.',
  'x-lodgepole-cause': 'What changed the calendar, of events of availability.',
  'x-lodgepole-test': '`1`: a test, whose `webhook-id` is of its own; nothing has happened.',
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
    description: 'Accepted. Any other status, or none in time, is retried.',
  },
  WebhookGone: { description: 'No more retries: the webhook is disabled.' },
}

/** What `webhooks` of a document has, its payloads placed as components. */
export function webhookItems(webhooks: Webhooks, shapes: Shapes): Record<string, unknown> {
  const entries = Object.entries(webhooks).map(([type, { trigger, schema, extension }]) => {
    const words = pascal(type.toLowerCase())
    const payload = shapes.place(schema, `${words}Payload`)
    const placed = extension ? { allOf: [payload, shapes.place(extension.schema, '')] } : payload
    const operation = {
      operationId: `on${words}`,
      summary: trigger,
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
  return `Sent when: ${trigger}.`
}

function headerName(name: string): string {
  return pascal(name)
}
