/** Legacy `/v2/webhooks`: contract/events.md §1. */
import { route } from '../../context.ts'
import { listOf, Type, text, uid } from '../../platform/rest/fields.ts'
import { checkCallbackUrl } from './callback-url.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { reachedWebhook } from './reached.ts'
import { registerWebhook } from './register-webhook.ts'
import { reachedRegistrant } from './registrant.ts'
import { listedWebhooks } from './webhook-list.ts'
import {
  callbackUrlOf,
  legacyWebhook,
  newWebhook,
  presentWebhook,
  webhookTypeOf,
} from './webhook-shape.ts'

const callers = ['agency', 'partner', 'client']
const tag = 'Webhooks'
const one = { path: '/webhooks/:uid', tag, callers } as const

export const legacyWebhookRoutes = [
  route({
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    tag,
    callers,
    query: Type.Object({ agencyUid: Type.Optional(uid()), objectUid: Type.Optional(text()) }),
    answer: listOf(legacyWebhook),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const isKey = ctx.caller.credential.kind === 'PARTNER_KEY'
      // v2 has no word for the webhooks of a partner alone: they are those of no agency.
      const ofAccess = isKey && query.agencyUid === undefined ? { integrationWebhooks: true } : {}
      return (await listedWebhooks(ctx, { ...query, ...ofAccess })).map(presentWebhook)
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks',
    summary: 'Register a webhook',
    tag,
    callers,
    body: newWebhook,
    status: 201,
    answer: legacyWebhook,
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'CONFLICTING_PARAMETERS',
      'ACCESS_DENIED',
      'DUPLICATE_WEBHOOK',
      'STATE_CONFLICT',
    ],
    ahead: async (ctx, { body }) => checkCallbackUrl(ctx, callbackUrlOf(body)!),
    authorize: async (ctx, { body, version }) => reachedRegistrant(ctx, body, version),
    handler: async (ctx, { body, version, reached }) => {
      const { webhook } = await registerWebhook(ctx, reached, {
        eventType: body.eventType,
        webhookType: webhookTypeOf(body) ?? 'POST_JSON',
        callbackUrl: callbackUrlOf(body)!,
        payloadFormat: 'COMPATIBLE',
        description: null,
        version,
        showsSecret: false,
      })
      return presentWebhook(webhook)
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a webhook',
    answer: legacyWebhook,
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => presentWebhook(await reachedWebhook(ctx, params.uid!)),
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
