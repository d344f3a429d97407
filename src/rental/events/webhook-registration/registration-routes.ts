/** What registering a webhook is in every version, whatever its answer looks like. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { type Registrant, reachedRegistrant } from './reached-registrant.ts'
import { checkCallbackUrl } from './read-callback-url.ts'
import { registerWebhook } from './register-webhook.ts'
import { newWebhook } from './webhook-shape.ts'

/** Who may have webhooks. */
export const callers = ['agency', 'partner', 'client']
export const tag = 'Webhooks'

interface Sent {
  body: Static<typeof newWebhook>
  version: Version
}

/** The route of `POST /webhooks` but for its answer. */
export const registration = {
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  tag,
  access: { callers },
  body: newWebhook,
  http: { status: 201 },
  errors: ['CONFLICTING_PARAMETERS', 'ACCESS_DENIED', 'DUPLICATE_WEBHOOK', 'STATE_CONFLICT'],
  lifecycle: {
    ahead: async (ctx: Context, { body }: Sent) => checkCallbackUrl(ctx, body.callbackUrl.trim()),
  },
  authorize: async (ctx: Context, { body, version }: Sent) => reachedRegistrant(ctx, body, version),
} as const

/** The webhook that was asked for; its secret where the version shows one. */
export async function registered(
  ctx: Context,
  { body, version, reached }: Sent & { reached: Registrant },
): Promise<{ webhook: Webhook; secret?: string }> {
  const showsSecret = existsIn(version, { since: '3.3' })
  const { webhook, secret } = await registerWebhook(ctx, reached, {
    eventType: body.eventType,
    webhookType: body.webhookType ?? 'POST_JSON',
    callbackUrl: body.callbackUrl.trim(),
    payloadFormat: body.payloadFormat ?? 'COMPATIBLE',
    description: body.description ?? null,
    version,
    showsSecret,
  })
  return { webhook, ...(showsSecret ? { secret } : {}) }
}
