/** Management of webhooks in v3.3: contract/events.md §9.1–§9.5. */
import { route } from '../../../context.ts'
import { dayMs, utcText, utcTextOrNull } from '../../../platform/dates/dates.ts'
import {
  count,
  integer,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { countOutcomes } from '../deliveries/delivery-log.sql.ts'
import { checkCallbackUrl } from '../webhook-registration/read-callback-url.ts'
import { presentWebhook, webhook, webhookPatch } from '../webhook-registration/webhook-shape.ts'
import { endSecret } from '../webhook-secrets/end-secret.ts'
import { rotateSecret } from '../webhook-secrets/rotate-secret.ts'
import { listLiveSecrets } from '../webhook-secrets/webhook-secrets.ts'
import { disableWebhook } from '../webhook-states/disable-webhook.ts'
import { backlogs, enableWebhook } from '../webhook-states/enable-webhook.ts'
import { findFailingSince } from '../webhook-states/webhook-health.sql.ts'
import { changeWebhook } from './change-webhook.ts'
import { requireWebhook } from './require-webhook.ts'
import { disabledReasons, webhookStatuses } from './webhook.ts'

const callers = ['agency', 'partner', 'client']
const common = { since: '3.3', tag: 'Webhooks', access: { callers } } as const
const response = Type.Object({ webhook })

const secret = shape('WebhookSecret', {
  uid: uid(),
  createdUtcDateTime: utcDateTime(),
  expiresUtcDateTime: nullable(utcDateTime()),
})

const webhookStatus = shape('WebhookHealth', {
  status: named('WebhookStatus', oneOf(webhookStatuses)),
  disabledReason: nullable(named('WebhookDisabledReason', oneOf(disabledReasons))),
  failingSinceUtcDateTime: nullable(utcDateTime()),
  lastSuccessUtcDateTime: nullable(utcDateTime()),
  pendingCount: count(),
  heldCount: count(),
  exhaustedCount24h: count(),
  oldestPendingSeq: nullable(count()),
})

const overlapSecondsDefault = 86_400
const overlapSecondsMax = 604_800

export const webhookManagementRoutes = [
  route({
    ...common,
    method: 'PATCH',
    path: '/webhooks/:uid',
    summary: 'Update a webhook',
    body: webhookPatch,
    response,
    errors: ['WEBHOOK_NOT_FOUND', 'CONFLICTING_PARAMETERS', 'DUPLICATE_WEBHOOK'],
    lifecycle: {
      prepare: async (ctx, { body }) => {
        if (body.callbackUrl !== undefined) await checkCallbackUrl(ctx, body.callbackUrl.trim())
      },
    },
    authorize: async (ctx, { params }) => requireWebhook(ctx, params.uid!),
    handler: async (ctx, { params, body }) => {
      const changes = { ...body, callbackUrl: body.callbackUrl?.trim() }
      return { webhook: presentWebhook(await changeWebhook(ctx, params.uid!, changes)) }
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/webhooks/:uid/disable',
    summary: 'Disable a webhook',
    response,
    errors: ['WEBHOOK_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireWebhook(ctx, params.uid!),
    handler: async (ctx, { params }) => ({
      webhook: presentWebhook(await disableWebhook(ctx, params.uid!)),
    }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/webhooks/:uid/enable',
    summary: 'Enable a webhook',
    description:
      'Resumes deliveries. `backlog` determines whether held events are delivered or dropped.',
    body: Type.Object({ backlog: Type.Optional(nullable(named('Backlog', oneOf(backlogs)))) }),
    response,
    errors: ['WEBHOOK_NOT_FOUND', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireWebhook(ctx, params.uid!),
    handler: async (ctx, { params, body }) => {
      const enabled = await enableWebhook(ctx, params.uid!, body.backlog ?? 'DELIVER')
      return { webhook: presentWebhook(enabled) }
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/webhooks/:uid/secrets',
    summary: 'Rotate the signing secret of a webhook',
    description:
      'The response contains the new secret, only once. Payloads are signed with both secrets ' +
      'until `overlapSeconds` have passed, then with the new one only.',
    body: Type.Object({ overlapSeconds: Type.Optional(nullable(integer(0, overlapSecondsMax))) }),
    http: { status: 201 },
    response: Type.Object({
      secret: Type.Object({
        uid: secret.properties.uid,
        value: text(),
        createdUtcDateTime: secret.properties.createdUtcDateTime,
        expiresUtcDateTime: secret.properties.expiresUtcDateTime,
      }),
    }),
    errors: ['WEBHOOK_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireWebhook(ctx, params.uid!),
    handler: async (ctx, { params, body }) => {
      const overlapSeconds = body.overlapSeconds ?? overlapSecondsDefault
      const { uid, value, createdAt } = await rotateSecret(ctx, params.uid!, overlapSeconds)
      const createdUtcDateTime = utcText(createdAt)
      return { secret: { uid, value, createdUtcDateTime, expiresUtcDateTime: null } }
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/webhooks/:uid/secrets',
    summary: 'List the active secrets of a webhook',
    response: Type.Object({ secrets: Type.Array(secret) }),
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const { uid } = await requireWebhook(ctx, params.uid!)
      const secrets = await listLiveSecrets(ctx, uid)
      return {
        secrets: secrets.map(row => ({
          uid: row.uid,
          createdUtcDateTime: utcText(row.created_at),
          expiresUtcDateTime: utcTextOrNull(row.expires_at),
        })),
      }
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/webhooks/:uid/secrets/:secretUid',
    summary: 'Delete a secret of a webhook',
    http: { status: 204 },
    errors: ['WEBHOOK_NOT_FOUND', 'SECRET_NOT_FOUND', 'STATE_CONFLICT'],
    handler: async (ctx, { params }) => endSecret(ctx, params.uid!, params.secretUid!),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/webhooks/:uid/status',
    operationId: 'getWebhookStatus',
    summary: 'Get the status of a webhook',
    response: Type.Object({ webhookStatus }),
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const row = await requireWebhook(ctx, params.uid!)
      const since = new Date(ctx.clock.now().getTime() - dayMs)
      const counts = await countOutcomes(ctx, row, since)
      const isActive = row.status === 'ACTIVE'
      const oldestSeq = isActive ? counts.oldest_seq : null
      return {
        webhookStatus: {
          status: row.status,
          disabledReason: row.disabled_reason,
          failingSinceUtcDateTime: utcTextOrNull(await findFailingSince(ctx, row.uid)),
          lastSuccessUtcDateTime: utcTextOrNull(counts.last_success),
          pendingCount: isActive ? counts.open : 0,
          heldCount: isActive ? 0 : counts.open,
          exhaustedCount24h: counts.exhausted,
          oldestPendingSeq: oldestSeq === null ? null : Number(oldestSeq),
        },
      }
    },
  }),
]
