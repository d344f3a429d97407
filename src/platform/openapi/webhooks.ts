import { pascal, type Schema, type Shapes } from './shapes.ts'

/** By event type: when it is told, and what the receiver gets. */
export type Webhooks = Readonly<
  Record<string, { trigger: string; schema: Schema; sample: Record<string, string> }>
>

const headers = {
  'webhook-id': 'The uid of the event, the same at every attempt: what tells a repetition.',
  'webhook-timestamp': 'When this attempt was made, in Unix seconds.',
  'webhook-signature':
    'HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by each live secret: `v1,<base64>`.',
}

/** The parameters that every webhook has, as components. */
export const webhookParameters = Object.fromEntries(
  Object.entries(headers).map(([name, description]) => [
    headerName(name),
    { name, in: 'header', required: true, description, schema: { type: 'string' } },
  ]),
)

/** What `webhooks` of a document has, its payloads placed as components. */
export function webhookItems(webhooks: Webhooks, shapes: Shapes): Record<string, unknown> {
  const entries = Object.entries(webhooks).map(([type, { trigger, schema }]) => {
    const words = pascal(type.toLowerCase())
    const placed = shapes.place(schema, `${words}Payload`)
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
        '2XX': { description: 'Taken. Any other status, or none in time, is tried again.' },
        '410': { description: 'Never again: the webhook is disabled.' },
      },
    }
    return [type, { post: operation }]
  })
  return Object.fromEntries(entries)
}

function description(trigger: string): string {
  return `Sent when: ${trigger}. Sent at least once, in order for each lead or property.`
}

function headerName(name: string): string {
  return pascal(name)
}
