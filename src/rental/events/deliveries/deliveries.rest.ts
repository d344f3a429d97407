/** The deliveries of a webhook: contract/events.md §9.6–§9.9, §9.11, §9.14. */
import { type Context, route } from '../../../context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import {
  listOf,
  named,
  nullable,
  oneOf,
  Type,
  text,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { bodyOf } from '../delivery-attempts/attempt-request.ts'
import { sendTest } from '../delivery-attempts/send-test.ts'
import { type EventType, eventTypes } from '../events/event.ts'
import { lockReached, reachedWebhook } from '../webhooks/reached-webhook.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import {
  countDeliveries,
  findDeliveredEvent,
  findDelivery,
  type LoggedDelivery,
  listAttempts,
  listDeliveries,
} from './delivery-log.sql.ts'
import {
  attempt,
  delivery,
  presentAttempt,
  presentDelivery,
  wholeDelivery,
} from './delivery-shape.ts'
import { queueAgain } from './queue-replay.sql.ts'
import { deliveryStatuses } from './retry-schedule.ts'

const callers = ['agency', 'partner', 'client']
const common = { since: '3.3', tag: 'Webhooks', access: { callers } } as const
const one = { ...common, path: '/webhooks/:uid/deliveries/:deliveryUid' } as const
const unknown = ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'] as const

export const deliveryRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/webhooks/:uid/deliveries',
    summary: 'List the deliveries of a webhook',
    query: Type.Object({
      status: Type.Optional(listOf(named('DeliveryStatus', oneOf(deliveryStatuses)))),
      eventType: Type.Optional(named('EventType', oneOf(eventTypes))),
      leadUid: Type.Optional(text()),
      propertyUid: Type.Optional(text()),
      since: Type.Optional(utcInstant()),
      until: Type.Optional(utcInstant()),
      ...pageQuery,
    }),
    answer: pagedAnswer('deliveries', delivery),
    errors: ['WEBHOOK_NOT_FOUND', 'INVALID_CURSOR'],
    handler: async (ctx, { params, query }) => {
      const webhook = await reachedWebhook(ctx, params.uid!)
      const { rows, beside } = await readList(ctx, query, {
        list: (_sort, page) => listDeliveries(ctx, webhook, query, page),
        count: () => countDeliveries(ctx, webhook, query),
      })
      return { deliveries: rows.map(row => presentDelivery(row, webhook)), ...beside }
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a delivery with its request body and attempts',
    answer: Type.Object({ delivery: wholeDelivery }),
    errors: unknown,
    handler: async (ctx, { params }) => {
      const webhook = await reachedWebhook(ctx, params.uid!)
      const row = await reachedDelivery(ctx, webhook, params.deliveryUid!)
      const event = await findDeliveredEvent(ctx, row)
      const told = { event, webhook: { ...webhook, event_type: row.event_type } }
      const { body } = bodyOf({ ...told, shows_personal: row.shows_personal })
      const attempts = (await listAttempts(ctx, row)).map(presentAttempt)
      return { delivery: { ...presentDelivery(row, webhook), requestBody: body, attempts } }
    },
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/attempts`,
    operationId: 'listDeliveryAttempts',
    summary: 'List the attempts of a delivery',
    answer: Type.Object({ attempts: Type.Array(attempt) }),
    errors: unknown,
    handler: async (ctx, { params }) => {
      const webhook = await reachedWebhook(ctx, params.uid!)
      const row = await reachedDelivery(ctx, webhook, params.deliveryUid!)
      return { attempts: (await listAttempts(ctx, row)).map(presentAttempt) }
    },
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/replay`,
    summary: 'Replay a delivery',
    http: { status: 202 },
    answer: Type.Object({ delivery }),
    errors: [...unknown, 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => {
      const webhook = await reachedWebhook(ctx, params.uid!)
      await reachedDelivery(ctx, webhook, params.deliveryUid!)
    },
    handler: async (ctx, { params }) => {
      const webhook = await lockReached(ctx, params.uid!)
      const row = await reachedDelivery(ctx, webhook, params.deliveryUid!)
      checkRepeatable(webhook, row)
      const uid = await queueAgain(ctx, webhook, row)
      return { delivery: presentDelivery((await findDelivery(ctx, webhook, uid))!, webhook) }
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/webhooks/:uid/test',
    summary: 'Send a test event',
    description:
      'Sends the newest event of the type, or a sample, immediately and returns the result. ' +
      'The request has the header `x-lodgepole-test: 1` and the uid of the delivery as ' +
      '`webhook-id`. It is not retried.',
    lifecycle: { standalone: true },
    body: Type.Object({
      eventType: Type.Optional(nullable(named('EventType', oneOf(eventTypes)))),
    }),
    answer: Type.Object({ delivery }),
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params, body }) => {
      const webhook = await reachedWebhook(ctx, params.uid!)
      const type = body.eventType ?? (webhook.event_type as EventType)
      return { delivery: presentDelivery(await sendTest(ctx, webhook, type), webhook) }
    },
  }),
]

/** @throws ApiError DELIVERY_NOT_FOUND */
async function reachedDelivery(
  ctx: Context,
  webhook: Webhook,
  text: string,
): Promise<LoggedDelivery> {
  const uid = asUid(text)
  const row = uid === null ? undefined : await findDelivery(ctx, webhook, uid)
  if (!row) throw notFound('DELIVERY_NOT_FOUND', text)
  return row
}

/** @throws ApiError STATE_CONFLICT */
function checkRepeatable({ status, disabled_reason }: Webhook, row: LoggedDelivery): void {
  if (status === 'DISABLED') {
    throw new ApiError('STATE_CONFLICT', 'The webhook is disabled', {
      members: { state: disabled_reason, allowedActions: ['enable'] },
    })
  }
  if (row.seq === null)
    throw new ApiError(
      'STATE_CONFLICT',
      'A sample delivery cannot be sent again; send another sample',
    )
}
