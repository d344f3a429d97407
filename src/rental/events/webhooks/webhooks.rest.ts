/** Webhooks: contract/events.md §1, §2. */
import { route } from '../../../context.ts'
import { bool, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { partnerKeyDeprecation } from '../../deprecation.ts'
import {
  callers,
  registered,
  registration,
  tag,
} from '../webhook-registration/registration-routes.ts'
import { madeWebhook, presentWebhook, webhook } from '../webhook-registration/webhook-shape.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { reachedWebhook } from './reached-webhook.ts'
import { listedWebhooks } from './reached-webhooks.ts'

const one = { path: '/webhooks/:uid', tag, access: { callers } } as const

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
    answer: unpagedAnswer('webhooks', webhook),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      unpaged('webhooks', (await listedWebhooks(ctx, query)).map(presentWebhook)),
  }),
  route({
    ...registration,
    answer: Type.Object({ webhook: madeWebhook }),
    http: {
      ...registration.http,
      headersFor: ({ caller }) =>
        caller.credential.kind === 'PARTNER_KEY' ? partnerKeyDeprecation : {},
    },
    handler: async (ctx, input) => {
      const { webhook, ...secret } = await registered(ctx, input)
      return { webhook: { ...presentWebhook(webhook), ...secret } }
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
    http: { status: 204 },
    errors: ['WEBHOOK_NOT_FOUND'],
    handler: async (ctx, { params }) => deleteWebhook(ctx, params.uid!),
  }),
]
