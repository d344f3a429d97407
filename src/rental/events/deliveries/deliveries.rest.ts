/** The deliveries of a webhook: contract/events.md §9.6–§9.9, §9.11, §9.14. */
import { type Context, route } from '../../../context.ts'
import { type EventType, eventTypes } from '../../../pending-events/event.ts'
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
import { pagedResponse, pageQuery, readList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { buildBody } from '../delivery-attempts/attempt-request.ts'
import { sendTest } from '../delivery-attempts/send-test.ts'
import { requireLockedWebhook, requireWebhook } from '../webhooks/require-webhook.ts'
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
  deliveryDetails,
  presentAttempt,
  presentDelivery,
} from './delivery-shape.ts'
import { queueAgain } from './queue-replay.sql.ts'
import { deliveryStatuses } from './retry-schedule.ts'

const callers = ['agency', 'partner', 'client']
const common = { since: '3.3', tag: 'Webhooks', access: { callers } } as const
const deliveryRoute = { ...common, path: '/webhooks/:uid/deliveries/:deliveryUid' } as const
const notFoundErrors = ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'] as const

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
    response: pagedResponse('deliveries', delivery),
    errors: ['WEBHOOK_NOT_FOUND', 'INVALID_CURSOR'],
    handler: async (ctx, { params, query }) => {
      const webhook = await requireWebhook(ctx, params.uid!)
      const { rows, envelope } = await readList(ctx, query, {
        list: (_sort, page) => listDeliveries(ctx, webhook, query, page),
        count: () => countDeliveries(ctx, webhook, query),
      })
      return { deliveries: rows.map(row => presentDelivery(row, webhook)), ...envelope }
    },
  }),
  route({
    ...deliveryRoute,
    method: 'GET',
    summary: 'Get a delivery with its request body and attempts',
    response: Type.Object({ delivery: deliveryDetails }),
    errors: notFoundErrors,
    handler: async (ctx, { params }) => {
      const webhook = await requireWebhook(ctx, params.uid!)
      const row = await requireDelivery(ctx, webhook, params.deliveryUid!)
      const event = await findDeliveredEvent(ctx, row)
      const notification = { event, webhook: { ...webhook, event_type: row.event_type } }
      const { body } = buildBody({ ...notification, shows_personal: row.shows_personal })
      const attempts = (await listAttempts(ctx, row)).map(presentAttempt)
      return { delivery: { ...presentDelivery(row, webhook), requestBody: body, attempts } }
    },
  }),
  route({
    ...deliveryRoute,
    method: 'GET',
    path: `${deliveryRoute.path}/attempts`,
    operationId: 'listDeliveryAttempts',
    summary: 'List the attempts of a delivery',
    response: Type.Object({ attempts: Type.Array(attempt) }),
    errors: notFoundErrors,
    handler: async (ctx, { params }) => {
      const webhook = await requireWebhook(ctx, params.uid!)
      const row = await requireDelivery(ctx, webhook, params.deliveryUid!)
      return { attempts: (await listAttempts(ctx, row)).map(presentAttempt) }
    },
  }),
  route({
    ...deliveryRoute,
    method: 'POST',
    path: `${deliveryRoute.path}/replay`,
    summary: 'Replay a delivery',
    http: { status: 202 },
    response: Type.Object({ delivery }),
    errors: [...notFoundErrors, 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => {
      const webhook = await requireWebhook(ctx, params.uid!)
      await requireDelivery(ctx, webhook, params.deliveryUid!)
    },
    handler: async (ctx, { params }) => {
      const webhook = await requireLockedWebhook(ctx, params.uid!)
      const row = await requireDelivery(ctx, webhook, params.deliveryUid!)
      checkReplayable(webhook, row)
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
    response: Type.Object({ delivery }),
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params, body }) => {
      const webhook = await requireWebhook(ctx, params.uid!)
      const type = body.eventType ?? (webhook.event_type as EventType)
      return { delivery: presentDelivery(await sendTest(ctx, webhook, type), webhook) }
    },
  }),
]

/** @throws ApiError DELIVERY_NOT_FOUND */
async function requireDelivery(
  ctx: Context,
  webhook: Webhook,
  uidText: string,
): Promise<LoggedDelivery> {
  const uid = asUid(uidText)
  const row = uid === null ? undefined : await findDelivery(ctx, webhook, uid)
  if (!row) throw notFound('DELIVERY_NOT_FOUND', uidText)
  return row
}

/** @throws ApiError STATE_CONFLICT */
function checkReplayable({ status, disabled_reason }: Webhook, row: LoggedDelivery): void {
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
