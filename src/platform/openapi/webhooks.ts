import { pascal, type Schema, type Shapes } from './shapes.ts'

/** Webhook with the trigger of its event and the request that receivers get. */
interface WebhookRequest {
  trigger: string
  schema: Schema
  sample: Record<string, string>
  /** Additional keys that a webhook may request. */
  extension?: { schema: Schema; sample: Record<string, unknown> }
}

export type Webhooks = Readonly<Record<string, WebhookRequest>>

const requiredHeaders = {
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

/** Optional headers; contract/events.md §5.4 has others. */
const optionalHeaders = {
  'x-lodgepole-seq': 'Sequence number of the event in the log of the agency. Omitted for samples.',
  'x-lodgepole-cause': 'Cause of the calendar change. Only for events of availability.',
  'x-lodgepole-test':
    '`1` for a test delivery, whose `webhook-id` is not the uid of an event. Nothing has ' +
    'happened.',
}

/** Parameters of every webhook, as components. */
export const webhookParameters = Object.fromEntries(
  Object.entries({ ...requiredHeaders, ...optionalHeaders }).map(([name, description]) => [
    pascal(name),
    {
      name,
      in: 'header',
      required: name in requiredHeaders,
      description,
      schema: { type: 'string' },
    },
  ]),
)

/** Responses of every webhook, as components. */
export const webhookResponses = {
  WebhookAccepted: {
    description: 'Accepted. Any other status, and a timeout, is retried.',
  },
  WebhookGone: { description: 'Gone. The webhook is disabled and nothing is retried.' },
}

/** Returns the `webhooks` of a document; adds their payloads to the components. */
export function webhookItems(webhooks: Webhooks, shapes: Shapes): Record<string, unknown> {
  const entries = Object.entries(webhooks).map(([type, { trigger, schema, extension }]) => {
    const eventName = pascal(type.toLowerCase())
    const payload = shapes.reference(schema, `${eventName}Payload`)
    const payloadSchema = extension
      ? { allOf: [payload, shapes.reference(extension.schema, '')] }
      : payload
    const operation = {
      operationId: `on${eventName}`,
      summary: trigger.charAt(0).toUpperCase() + trigger.slice(1),
      description: `Sent when ${trigger}.`,
      tags: ['Webhooks'],
      security: [],
      parameters: Object.keys(webhookParameters).map(name => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: { required: true, content: { 'application/json': { schema: payloadSchema } } },
      responses: {
        '2XX': { $ref: '#/components/responses/WebhookAccepted' },
        '410': { $ref: '#/components/responses/WebhookGone' },
      },
    }
    return [type, { post: operation }]
  })
  return Object.fromEntries(entries)
}
