/** What partners exchange codes and tokens by, as RFC 6749 §3.2: contract/general.md §2.3. */
import { route } from '../../../context.ts'
import { ApiError, requiredParameter } from '../../../platform/errors.ts'
import {
  integer,
  nullable,
  oneRequired,
  otherSpelling,
  rawText,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { checkScope, granted, oauthCommon, partnerOf } from '../oauth/read-oauth.ts'
import { exchangeCode } from './exchange-code.ts'
import { refreshToken } from './refresh-token.ts'
import { revokeToken } from './revoke-token.ts'

const optional = () => Type.Optional(nullable(rawText()))
/** The spelling of RFC 6749 beside that of the interface. */
const standard = (of: string) => Type.Optional(otherSpelling(of, nullable(rawText())))

const kindOfGrant = {
  scope: optional(),
  grantType: optional(),
  grant_type: standard('grantType'),
}

const exchangeBody = oneRequired(
  ['redirectUri', 'redirect_uri'],
  shape('CodeExchangeInput', {
    code: rawText(),
    redirectUri: optional(),
    redirect_uri: standard('redirectUri'),
    ...kindOfGrant,
    codeVerifier: optional(),
    code_verifier: standard('codeVerifier'),
  }),
)

const refreshBody = oneRequired(
  ['refreshToken', 'refresh_token'],
  shape('TokenRefreshInput', {
    refreshToken: optional(),
    refresh_token: standard('refreshToken'),
    ...kindOfGrant,
  }),
)

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
    errors: ['REQUIRED_PARAMETER', 'INVALID_GRANT', 'INVALID_SCOPE', 'UNSUPPORTED_GRANT_TYPE'],
    handler: async (ctx, { body }) => {
      const redirectUri = body.redirectUri ?? body.redirect_uri
      if (redirectUri == null) throw requiredParameter('redirectUri')
      checkKind(body)
      const codeVerifier = (body.codeVerifier ?? body.code_verifier) || null
      const exchange = { partnerUid: partnerOf(ctx), code: body.code, redirectUri, codeVerifier }
      return granted(await exchangeCode(ctx, exchange), 'code')
    },
  }),
  route({
    ...oauthCommon,
    path: '/auth/oauth/token-refresh',
    operationId: 'refreshToken',
    summary: 'Exchange a refresh token for new tokens',
    body: refreshBody,
    answer: tokens,
    errors: ['REQUIRED_PARAMETER', 'INVALID_GRANT', 'INVALID_SCOPE', 'UNSUPPORTED_GRANT_TYPE'],
    handler: async (ctx, { body }) => {
      const token = body.refreshToken ?? body.refresh_token
      if (token == null) throw requiredParameter('refreshToken')
      checkKind(body)
      return granted(await refreshToken(ctx, { partnerUid: partnerOf(ctx), token }), 'refreshToken')
    },
  }),
  route({
    ...oauthCommon,
    path: '/auth/oauth/revoke',
    operationId: 'revokeToken',
    summary: 'Revoke an access token or a refresh token',
    body: Type.Object({ token: rawText(), token_type_hint: optional() }),
    answer: Type.Object({}),
    errors: ['REQUIRED_PARAMETER'],
    handler: async (ctx, { body }) => {
      await revokeToken(ctx, { partnerUid: partnerOf(ctx), token: body.token })
      return {}
    },
  }),
]

/** @throws ApiError INVALID_SCOPE, UNSUPPORTED_GRANT_TYPE */
function checkKind(body: {
  scope?: string | null
  grantType?: string | null
  grant_type?: string | null
}): void {
  checkScope(body.scope)
  const kind = body.grantType ?? body.grant_type ?? 'REFRESH_TOKEN'
  if (kind === 'REFRESH_TOKEN') return
  throw new ApiError('UNSUPPORTED_GRANT_TYPE', 'grantType must be REFRESH_TOKEN')
}
