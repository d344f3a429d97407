/** Exchange of codes and refresh tokens, as in RFC 6749 §3.2: contract/general.md §2.3. */
import { route } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import {
  integer,
  nullable,
  rawText,
  shape,
  Type,
  text,
  uid,
  withAlias,
} from '../../../platform/rest/fields.ts'
import { checkKey } from '../../../platform/rest/idempotency.ts'
import {
  callerPartnerUid,
  checkScope,
  oauthCommon,
  requireTokens,
  retryDescription,
} from '../oauth/read-oauth.ts'
import { exchangeCode } from './exchange-code.ts'
import { refreshToken } from './refresh-token.ts'
import { revokeToken } from './revoke-token.ts'

// Aliases are the names of RFC 6749.
const optionalText = (alias?: string) => {
  const schema = nullable(rawText())
  return Type.Optional(alias === undefined ? schema : withAlias(alias, schema))
}
const commonFields = { scope: optionalText(), grantType: optionalText('grant_type') }

const exchangeBody = shape('CodeExchangeInput', {
  code: rawText(),
  redirectUri: withAlias('redirect_uri', rawText()),
  ...commonFields,
  codeVerifier: optionalText('code_verifier'),
})

const refreshBody = shape('TokenRefreshInput', {
  refreshToken: withAlias('refresh_token', rawText()),
  ...commonFields,
})

const tokensResponse = shape('Tokens', {
  accessToken: text({ max: 4_096 }),
  refreshToken: text(),
  expiresIn: integer(0, 86_400),
  tokenType: text(),
  scope: text(),
  agencyUid: uid(),
})

export const oauthRoutes = [
  route({
    ...oauthCommon,
    path: '/auth/oauth/code-exchange',
    operationId: 'exchangeCode',
    summary: 'Exchange an authorization code for tokens',
    body: exchangeBody,
    response: tokensResponse,
    errors: ['INVALID_GRANT', 'INVALID_SCOPE', 'UNSUPPORTED_GRANT_TYPE'],
    handler: async (ctx, { body }) => {
      checkGrantType(body)
      const { code, redirectUri } = body
      const codeVerifier = body.codeVerifier || null
      const exchange = { partnerUid: callerPartnerUid(ctx), code, redirectUri, codeVerifier }
      return requireTokens(await exchangeCode(ctx, exchange), 'code')
    },
  }),
  route({
    ...oauthCommon,
    path: '/auth/oauth/token-refresh',
    operationId: 'refreshToken',
    summary: 'Exchange a refresh token for new tokens',
    description: retryDescription,
    body: refreshBody,
    response: tokensResponse,
    errors: ['INVALID_GRANT', 'INVALID_SCOPE', 'UNSUPPORTED_GRANT_TYPE'],
    handler: async (ctx, { body }, connection) => {
      checkGrantType(body)
      const refresh = { partnerUid: callerPartnerUid(ctx), token: body.refreshToken }
      const tokens = await refreshToken(ctx, { ...refresh, key: checkKey(connection) })
      return requireTokens(tokens, 'refreshToken')
    },
  }),
  route({
    ...oauthCommon,
    path: '/auth/oauth/revoke',
    operationId: 'revokeToken',
    summary: 'Revoke an access token or a refresh token',
    body: Type.Object({ token: rawText(), token_type_hint: optionalText() }),
    response: Type.Object({}),
    errors: [],
    handler: async (ctx, { body }) => {
      await revokeToken(ctx, { partnerUid: callerPartnerUid(ctx), token: body.token })
      return {}
    },
  }),
]

/** @throws ApiError INVALID_SCOPE, UNSUPPORTED_GRANT_TYPE */
function checkGrantType(body: { scope?: string | null; grantType?: string | null }): void {
  checkScope(body.scope)
  const grantType = body.grantType ?? 'REFRESH_TOKEN'
  if (grantType === 'REFRESH_TOKEN') return
  throw new ApiError('UNSUPPORTED_GRANT_TYPE', 'grantType must be REFRESH_TOKEN')
}
