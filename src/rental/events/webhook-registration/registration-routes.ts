/** Registration of webhooks, shared by all versions. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { checkCallbackUrl } from './read-callback-url.ts'
import { registerWebhook } from './register-webhook.ts'
import { type Registrant, requireRegistrant } from './require-registrant.ts'
import { newWebhook } from './webhook-shape.ts'

/** Kinds of callers that may have webhooks. */
export const callers = ['agency', 'partner', 'client']
export const tag = 'Webhooks'

interface RegistrationRequest {
  body: Static<typeof newWebhook>
  version: Version
}

/** Route of `POST /webhooks` without its response. */
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
    prepare: async (ctx: Context, { body }: RegistrationRequest) =>
      checkCallbackUrl(ctx, body.callbackUrl.trim()),
  },
  authorize: async (ctx: Context, { body, version }: RegistrationRequest) =>
    requireRegistrant(ctx, body, version),
} as const

/** Returns the registered webhook, with its secret if the version returns one. */
export async function handleRegistration(
  ctx: Context,
  { body, version, authorized }: RegistrationRequest & { authorized: Registrant },
): Promise<{ webhook: Webhook; secret?: string }> {
  const returnsSecret = existsIn(version, { since: '3.3' })
  const { webhook, secret } = await registerWebhook(ctx, authorized, {
    eventType: body.eventType,
    webhookType: body.webhookType ?? 'POST_JSON',
    callbackUrl: body.callbackUrl.trim(),
    payloadFormat: body.payloadFormat ?? 'COMPATIBLE',
    description: body.description ?? null,
    version,
    returnsSecret,
  })
  return { webhook, ...(returnsSecret ? { secret } : {}) }
}
