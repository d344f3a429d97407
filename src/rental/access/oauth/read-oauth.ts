/** Parts of the operations by which partners get and end tokens: contract/general.md §2.3. */
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { ClientCaller } from '../agencies/caller.ts'
import type { Tokens } from '../authorizations/issue-tokens.ts'
import { oauthErrorOf } from './oauth-error-shape.ts'

/** Partners only; what they bring is used up when it is used, so no answer is ever repeated. */
export const oauthCommon = {
  method: 'POST',
  tag: 'Partners',
  access: { callers: ['client'], challenge: 'Basic' },
  http: { errorMembers: oauthErrorOf },
  lifecycle: { standalone: true },
} as const

/** Description of repeating a refresh whose response was lost. */
export const repeatWords =
  'A refresh token can be used once. To retry safely, send an `Idempotency-Key`: for 60 s ' +
  'the same key returns the same refresh token, as long as that has not been used.'

export function partnerOf(ctx: Context): string {
  return (ctx.caller as ClientCaller).partnerUid
}

/** @throws ApiError INVALID_SCOPE */
export function checkScope(scope: string | null | undefined): void {
  if ((scope ?? 'FULL') !== 'FULL') throw new ApiError('INVALID_SCOPE', 'scope must be FULL')
}

/**
 * Returns tokens that were granted. What was refused is not told apart, so that nobody learns what
 * a guess came near to.
 *
 * @throws ApiError INVALID_GRANT
 */
export function granted(tokens: Tokens | null, parameter: string): Tokens {
  if (tokens !== null) return tokens
  throw new ApiError('INVALID_GRANT', `The ${parameter} is invalid, expired or already used`, {
    members: { parameter },
  })
}
