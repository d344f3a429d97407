/** Webhooks: contract/events.md §1, §2. */
import { route } from '../../../context.ts'
import { bool, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { partnerKeyDeprecation } from '../../deprecation.ts'
import {
  callers,
  handleRegistration,
  registration,
  tag,
} from '../webhook-registration/registration-routes.ts'
import {
  presentWebhook,
  registeredWebhook,
  webhook,
} from '../webhook-registration/webhook-shape.ts'
import { listAccessibleWebhooks } from './accessible-webhooks.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { requireWebhook } from './require-webhook.ts'

const webhookRoute = { path: '/webhooks/:uid', tag, access: { callers } } as const

export const webhookRoutes = [
  route({
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    tag,
    access: { callers },
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      objectUid: Type.Optional(text()),
      integrationWebhooks: Type.Optional(bool()),
    }),
    response: unpagedResponse('webhooks', webhook),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      unpaged('webhooks', (await listAccessibleWebhooks(ctx, query)).map(presentWebhook)),
  }),
  route({
    ...registration,
    response: Type.Object({ webhook: registeredWebhook }),
    http: {
      ...registration.http,
      headersFor: ({ caller }) =>
        caller.credential.kind === 'PARTNER_KEY' ? partnerKeyDeprecation : {},
    },
    handler: async (ctx, input) => {
      const { webhook, ...secret } = await handleRegistration(ctx, input)
      return { webhook: { ...presentWebhook(webhook), ...secret } }
    },
  }),
  route({
    ...webhookRoute,
    method: 'GET',
    summary: 'Get a webhook',
    response: Type.Object({ webhook }),
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      webhook: presentWebhook(await requireWebhook(ctx, params.uid!)),
    }),
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
