/** The token endpoint of RFC 6749, for OAuth libraries: contract/general.md §2.3. */
import { route } from '../../../context.ts'
import { ApiError, requiredParameter } from '../../../platform/errors.ts'
import { integer, nullable, rawText, shape, Type, text } from '../../../platform/rest/fields.ts'
import { checkKey } from '../../../platform/rest/idempotency.ts'
import { exchangeCode } from '../authorizations/exchange-code.ts'
import type { Tokens } from '../authorizations/issue-tokens.ts'
import { refreshToken } from '../authorizations/refresh-token.ts'
import {
  callerPartnerUid,
  checkScope,
  oauthCommon,
  requireTokens,
  retryDescription,
} from './read-oauth.ts'

const optionalText = () => Type.Optional(nullable(rawText()))

const tokenRequest = shape('TokenInput', {
  grant_type: rawText(),
  code: optionalText(),
  redirect_uri: optionalText(),
  code_verifier: optionalText(),
  refresh_token: optionalText(),
  scope: optionalText(),
})

const tokenResponse = shape('TokenResponse', {
  access_token: text({ max: 4_096 }),
  token_type: text(),
  expires_in: integer(0, 86_400),
  refresh_token: text(),
  scope: text(),
})

export const tokenRoutes = [
  route({
    ...oauthCommon,
    path: '/auth/oauth/token',
    operationId: 'requestToken',
    summary: 'Get OAuth tokens',
    description:
      'Standard token endpoint of RFC 6749, as used by OAuth libraries. Send a form: ' +
      '`grant_type=authorization_code` with `code` and `redirect_uri`, or ' +
      '`grant_type=refresh_token` with `refresh_token`. Returns the same tokens as ' +
      '`/code-exchange` and `/token-refresh`, with the field names of the standard. ' +
      retryDescription,
    http: { ...oauthCommon.http, acceptsForm: true },
    body: tokenRequest,
    response: tokenResponse,
    errors: ['INVALID_GRANT', 'INVALID_SCOPE', 'UNSUPPORTED_GRANT_TYPE'],
    handler: async (ctx, { body }, connection) => {
      checkScope(body.scope)
      const partnerUid = callerPartnerUid(ctx)
      if (body.grant_type === 'authorization_code') {
        const code = requireField(body, 'code')
        const redirectUri = requireField(body, 'redirect_uri')
        const codeVerifier = body.code_verifier || null
        const exchange = { partnerUid, code, redirectUri, codeVerifier }
        return presentTokens(requireTokens(await exchangeCode(ctx, exchange), 'code'))
      }
      if (body.grant_type === 'refresh_token') {
        const token = requireField(body, 'refresh_token')
        const key = checkKey(connection)
        const tokens = await refreshToken(ctx, { partnerUid, token, key })
        return presentTokens(requireTokens(tokens, 'refresh_token'))
      }
      const message = 'grant_type must be authorization_code or refresh_token'
      throw new ApiError('UNSUPPORTED_GRANT_TYPE', message)
    },
  }),
]

/** @throws ApiError REQUIRED_PARAMETER */
function requireField<K extends string>(body: { [key in K]?: string | null }, name: K): string {
  const value = body[name]
  if (value == null) throw requiredParameter(name)
  return value
}

function presentTokens({ accessToken, refreshToken, expiresIn, tokenType, scope }: Tokens) {
  return {
    access_token: accessToken,
    token_type: tokenType,
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope,
  }
}
