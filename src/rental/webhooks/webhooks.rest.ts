/** Webhooks: contract/events.md §1, §2. */
import { route } from '../../context.ts'
import { bool, Type, text, uid } from '../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../platform/rest/list.ts'
import { existsIn } from '../../platform/rest/version.ts'
import { partnerKeyDeprecation } from '../deprecation.ts'
import { checkCallbackUrl } from './callback-url.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { reachedWebhook } from './reached.ts'
import { registerWebhook } from './register-webhook.ts'
import { reachedRegistrant } from './registrant.ts'
import { listedWebhooks } from './webhook-list.ts'
import {
  callbackUrlOf,
  madeWebhook,
  newWebhook,
  presentWebhook,
  webhook,
  webhookTypeOf,
} from './webhook-shape.ts'

const callers = ['agency', 'partner', 'client']
const tag = 'Webhooks'
const one = { path: '/webhooks/:uid', tag, callers } as const

export const webhookRoutes = [
  route({
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    tag,
    callers,
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      objectUid: Type.Optional(text()),
      integrationWebhooks: Type.Optional(bool()),
    }),
    answer: unpagedAnswer('webhooks', webhook),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      unpaged('webhooks', (await listedWebhooks(ctx, query)).map(presentWebhook)),
  }),
  route({
    method: 'POST',
    path: '/webhooks',
    summary: 'Register a webhook',
    tag,
    callers,
    body: newWebhook,
    status: 201,
    showsSecret: true,
    answer: Type.Object({ webhook: madeWebhook }),
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'CONFLICTING_PARAMETERS',
      'ACCESS_DENIED',
      'DUPLICATE_WEBHOOK',
      'STATE_CONFLICT',
    ],
    headersFor: ({ caller }) =>
      caller.credential.kind === 'PARTNER_KEY' ? partnerKeyDeprecation : {},
    ahead: async (ctx, { body }) => checkCallbackUrl(ctx, callbackUrlOf(body)!),
    authorize: async (ctx, { body, version }) => reachedRegistrant(ctx, body, version),
    handler: async (ctx, { body, version, reached }) => {
      const showsSecret = existsIn(version, { since: '3.3' })
      const made = await registerWebhook(ctx, reached, {
        eventType: body.eventType,
        webhookType: webhookTypeOf(body) ?? 'POST_JSON',
        callbackUrl: callbackUrlOf(body)!,
        payloadFormat: body.payloadFormat ?? 'COMPATIBLE',
        description: body.description ?? null,
        version,
        showsSecret,
      })
      const { secret } = made
      return { webhook: { ...presentWebhook(made.webhook), ...(showsSecret ? { secret } : {}) } }
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a webhook',
    answer: Type.Object({ webhook }),
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      webhook: presentWebhook(await reachedWebhook(ctx, params.uid!)),
    }),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a webhook',
    status: 204,
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => deleteWebhook(ctx, params.uid!),
  }),
]
