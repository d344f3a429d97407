/** Common parts of the operations that issue and revoke tokens: contract/general.md §2.3. */
import type { Context } from '../../../context.ts'
import { ApiError, fixedError } from '../../../platform/errors.ts'
import type { ClientCaller } from '../agencies/caller.ts'
import type { Tokens } from '../authorizations/issue-tokens.ts'
import { toOauthError } from './oauth-error-shape.ts'

/**
 * Common route options: for partners only, and without stored replies, because codes and tokens can
 * be used once.
 */
export const oauthCommon = {
  method: 'POST',
  tag: 'Partners',
  access: { callers: ['client'], challenge: 'Basic' },
  http: { errorMembers: toOauthError },
  lifecycle: { standalone: true },
} as const

/** Description of retrying a refresh whose response was lost. */
export const retryDescription =
  'A refresh token can be used once. To retry safely, send an `Idempotency-Key`: for 60 s ' +
  'the same key returns the same refresh token, as long as that has not been used.'

export function callerPartnerUid(ctx: Context): string {
  return (ctx.caller as ClientCaller).partnerUid
}

/** @throws ApiError INVALID_SCOPE */
export function checkScope(scope: string | null | undefined): void {
  if ((scope ?? 'FULL') !== 'FULL') throw fixedError('INVALID_SCOPE')
}

/**
 * Returns tokens, or throws the same error for every rejection, which does not reveal how close a
 * guess was.
 *
 * @throws ApiError INVALID_GRANT
 */
export function requireTokens(tokens: Tokens | null, parameter: string): Tokens {
  if (tokens !== null) return tokens
  throw new ApiError('INVALID_GRANT', `The ${parameter} is invalid, expired or already used`, {
    members: { parameter },
  })
}
