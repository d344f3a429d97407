/** What partners exchange codes and tokens by, as RFC 6749 §3.2: contract/general.md §2.3. */
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
import { checkScope, granted, oauthCommon, partnerOf, repeatWords } from '../oauth/read-oauth.ts'
import { exchangeCode } from './exchange-code.ts'
import { refreshToken } from './refresh-token.ts'
import { revokeToken } from './revoke-token.ts'

// Aliases are the spelling of RFC 6749.
const optional = (alias?: string) => {
  const schema = nullable(rawText())
  return Type.Optional(alias === undefined ? schema : withAlias(alias, schema))
}
const kindOfGrant = { scope: optional(), grantType: optional('grant_type') }

const exchangeBody = shape('CodeExchangeInput', {
  code: rawText(),
  redirectUri: withAlias('redirect_uri', rawText()),
  ...kindOfGrant,
  codeVerifier: optional('code_verifier'),
})

const refreshBody = shape('TokenRefreshInput', {
  refreshToken: withAlias('refresh_token', rawText()),
  ...kindOfGrant,
})

const tokens = shape('Tokens', {
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
    answer: tokens,
    errors: ['INVALID_GRANT', 'INVALID_SCOPE', 'UNSUPPORTED_GRANT_TYPE'],
    handler: async (ctx, { body }) => {
      checkKind(body)
      const { code, redirectUri } = body
      const codeVerifier = body.codeVerifier || null
      const exchange = { partnerUid: partnerOf(ctx), code, redirectUri, codeVerifier }
      return granted(await exchangeCode(ctx, exchange), 'code')
    },
  }),
  route({
    ...oauthCommon,
    path: '/auth/oauth/token-refresh',
    operationId: 'refreshToken',
    summary: 'Exchange a refresh token for new tokens',
    description: repeatWords,
    body: refreshBody,
    answer: tokens,
    errors: ['INVALID_GRANT', 'INVALID_SCOPE', 'UNSUPPORTED_GRANT_TYPE'],
    handler: async (ctx, { body }, connection) => {
      checkKind(body)
      const refresh = { partnerUid: partnerOf(ctx), token: body.refreshToken }
      const tokens = await refreshToken(ctx, { ...refresh, key: checkKey(connection) })
      return granted(tokens, 'refreshToken')
    },
  }),
  route({
    ...oauthCommon,
    path: '/auth/oauth/revoke',
    operationId: 'revokeToken',
    summary: 'Revoke an access token or a refresh token',
    body: Type.Object({ token: rawText(), token_type_hint: optional() }),
    answer: Type.Object({}),
    errors: [],
    handler: async (ctx, { body }) => {
      await revokeToken(ctx, { partnerUid: partnerOf(ctx), token: body.token })
      return {}
    },
  }),
]

/** @throws ApiError INVALID_SCOPE, UNSUPPORTED_GRANT_TYPE */
function checkKind(body: { scope?: string | null; grantType?: string | null }): void {
  checkScope(body.scope)
  const kind = body.grantType ?? 'REFRESH_TOKEN'
  if (kind === 'REFRESH_TOKEN') return
  throw new ApiError('UNSUPPORTED_GRANT_TYPE', 'grantType must be REFRESH_TOKEN')
}
