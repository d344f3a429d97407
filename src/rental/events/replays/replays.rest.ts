/** Replays: contract/events.md §9.10, §9.13. */
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import { type FieldError, notFound, oneOfRequired } from '../../../platform/errors.ts'
import {
  bool,
  checked,
  count,
  integer,
  named,
  nullable,
  oneOf,
  oneRequired,
  rawText,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { cancelDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { replayModes } from '../deliveries/queue-replay.sql.ts'
import { checkCallbackUrl } from '../webhook-registration/read-callback-url.ts'
import { requireLockedWebhook, requireWebhook } from '../webhooks/require-webhook.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { createReplay } from './create-replay.ts'
import { findReplay, markCancelled, type Replay } from './replays.ts'

const callers = ['agency', 'partner', 'client']
const common = { since: '3.3', tag: 'Webhooks', access: { callers } } as const
const seq = () => Type.Optional(nullable(integer(0, Number.MAX_SAFE_INTEGER)))
const instant = () => Type.Optional(nullable(utcInstant()))
/** Deliveries per second. */
const [rateDefault, rateMax] = [10, 50]

const newReplay = named(
  'ReplayInput',
  checked(
    oneRequired(
      ['afterSeq', 'since'],
      Type.Object({
        mode: named('ReplayMode', oneOf(replayModes)),
        afterSeq: seq(),
        untilSeq: seq(),
        since: instant(),
        until: instant(),
        leadUid: Type.Optional(nullable(text())),
        propertyUid: Type.Optional(nullable(text())),
        dryRun: Type.Optional(nullable(bool())),
        callbackUrl: Type.Optional(nullable(rawText())),
        ratePerSecond: Type.Optional(nullable(integer(1, rateMax))),
      }),
    ),
    ({ afterSeq, since }, errors) => {
      const isBounded = afterSeq != null || since != null
      return isBounded || errors.length > 0 ? errors : [noBound]
    },
  ),
)

const boundRequired = oneOfRequired(['afterSeq', 'since'])
/** Error of a replay whose bounds are null, which the schema accepts. */
const noBound: FieldError = {
  field: 'afterSeq',
  code: boundRequired.code,
  message: boundRequired.message,
  members: boundRequired.members,
}

const replay = shape('Replay', {
  uid: uid(),
  mode: named('ReplayMode', oneOf(replayModes)),
  status: named('ReplayStatus', oneOf(['RUNNING', 'DONE', 'CANCELLED'])),
  matched: count(),
  queued: count(),
  delivered: count(),
  exhausted: count(),
  createdUtcDateTime: utcDateTime(),
})

export const replayRoutes = [
  route({
    ...common,
    method: 'POST',
    path: '/webhooks/:uid/replays',
    summary: 'Replay events',
    description:
      'Queues deliveries of past events to one webhook, at the requested rate. With `dryRun` ' +
      'it only counts them.',
    body: newReplay,
    http: { status: 202, otherStatus: 200 },
    response: Type.Object({ replay: named('ReplayPlan', Type.Partial(replay)) }),
    errors: ['WEBHOOK_NOT_FOUND', 'PAYLOAD_RULE_VIOLATION', 'STATE_CONFLICT'],
    lifecycle: {
      prepare: async (ctx, { body }) => {
        if (body.callbackUrl != null) await checkCallbackUrl(ctx, body.callbackUrl)
      },
    },
    authorize: async (ctx, { params }) => requireWebhook(ctx, params.uid!),
    handler: async (ctx, { params, body }) => {
      const { matched, replay } = await createReplay(ctx, params.uid!, {
        mode: body.mode,
        afterSeq: body.afterSeq ?? undefined,
        untilSeq: body.untilSeq ?? undefined,
        since: body.since ?? undefined,
        until: body.until ?? undefined,
        leadUid: body.leadUid ?? undefined,
        propertyUid: body.propertyUid ?? undefined,
        callbackUrl: body.callbackUrl ?? undefined,
        ratePerSecond: body.ratePerSecond ?? rateDefault,
        dryRun: body.dryRun ?? false,
      })
      if (replay === null) return new Reply(200, { replay: { matched } })
      return { replay: presentReplay(replay) }
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/webhooks/:uid/replays/:replayUid',
    summary: 'Get a replay',
    response: Type.Object({ replay }),
    errors: ['WEBHOOK_NOT_FOUND', 'REPLAY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const webhook = await requireWebhook(ctx, params.uid!)
      return { replay: presentReplay(await requireReplay(ctx, webhook, params.replayUid!)) }
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/webhooks/:uid/replays/:replayUid',
    operationId: 'cancelReplay',
    summary: 'Cancel a replay',
    description: 'Deliveries that were already sent are not affected.',
    http: { status: 204 },
    errors: ['WEBHOOK_NOT_FOUND', 'REPLAY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const webhook = await requireLockedWebhook(ctx, params.uid!)
      const { uid, queued } = await requireReplay(ctx, webhook, params.replayUid!)
      const isFinished = queued === 0
      if (isFinished) return
      await markCancelled(ctx, uid, ctx.clock.now())
      await cancelDeliveries(ctx, webhook, uid)
    },
  }),
]

/** @throws ApiError REPLAY_NOT_FOUND */
async function requireReplay(ctx: Context, webhook: Webhook, uidText: string): Promise<Replay> {
  const uid = asUid(uidText)
  const replay = uid === null ? undefined : await findReplay(ctx, webhook, uid)
  if (!replay) throw notFound('REPLAY_NOT_FOUND', uidText)
  return replay
}

function presentReplay(row: Replay) {
  const isRunning = row.queued > 0
  return {
    uid: row.uid,
    mode: row.mode,
    status: row.cancelled_at !== null ? 'CANCELLED' : isRunning ? 'RUNNING' : 'DONE',
    matched: row.matched,
    queued: row.queued,
    delivered: row.delivered,
    exhausted: row.exhausted,
    createdUtcDateTime: utcText(row.created_at),
  }
}
