/** Legacy `/v2/webhooks`: contract/events.md §1. */
import { route } from '../../../context.ts'
import { listOf, Type, text, uid } from '../../../platform/rest/fields.ts'
import {
  callers,
  registered,
  registration,
  tag,
} from '../webhook-registration/registration-routes.ts'
import { legacyWebhook, presentWebhook } from '../webhook-registration/webhook-shape.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { reachedWebhook } from './reached-webhook.ts'
import { listedWebhooks } from './reached-webhooks.ts'

const one = { path: '/webhooks/:uid', tag, access: { callers } } as const

export const legacyWebhookRoutes = [
  route({
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    tag,
    access: { callers },
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
    ...registration,
    answer: legacyWebhook,
    handler: async (ctx, input) => presentWebhook((await registered(ctx, input)).webhook),
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
    http: { status: 204 },
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => deleteWebhook(ctx, params.uid!),
  }),
]
