/** Legacy `/v2/webhooks`: contract/events.md §1. */
import { route } from '../../../context.ts'
import { listOf, Type, text, uid } from '../../../platform/rest/fields.ts'
import {
  callers,
  handleRegistration,
  registration,
  tag,
} from '../webhook-registration/registration-routes.ts'
import { legacyWebhook, presentWebhook } from '../webhook-registration/webhook-shape.ts'
import { listAccessibleWebhooks } from './accessible-webhooks.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { requireWebhook } from './require-webhook.ts'

const webhookRoute = { path: '/webhooks/:uid', tag, access: { callers } } as const

export const legacyWebhookRoutes = [
  route({
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    tag,
    access: { callers },
    query: Type.Object({ agencyUid: Type.Optional(uid()), objectUid: Type.Optional(text()) }),
    response: listOf(legacyWebhook),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const isKey = ctx.caller.credential.kind === 'PARTNER_KEY'
      // v2 has no filter for a partner's own webhooks: a request without an agency means them.
      const accessOnly = isKey && query.agencyUid === undefined ? { integrationWebhooks: true } : {}
      return (await listAccessibleWebhooks(ctx, { ...query, ...accessOnly })).map(presentWebhook)
    },
  }),
  route({
    ...registration,
    response: legacyWebhook,
    handler: async (ctx, input) => presentWebhook((await handleRegistration(ctx, input)).webhook),
  }),
  route({
    ...webhookRoute,
    method: 'GET',
    summary: 'Get a webhook',
    response: legacyWebhook,
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => presentWebhook(await requireWebhook(ctx, params.uid!)),
  }),
  route({
    ...webhookRoute,
    method: 'DELETE',
    summary: 'Delete a webhook',
    http: { status: 204 },
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => deleteWebhook(ctx, params.uid!),
  }),
]
