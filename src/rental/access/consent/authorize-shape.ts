/** The authorization endpoint in the OpenAPI documents: contract/general.md §2.3. */
import { described, Type, text } from '../../../platform/rest/fields.ts'

const parameter = (description: string) =>
  Type.Optional(described(text({ max: 4_096 }), description))

const query = Type.Object({
  clientId: described(text(), 'Client id of the partner. Alias: `client_id`.'),
  redirectUri: described(
    text({ max: 2_048 }),
    'Redirect URI: must exactly match one of the URIs that the partner has registered. ' +
      'Alias: `redirect_uri`.',
  ),
  scope: parameter('Scope of the tokens: `FULL`.'),
  grantType: parameter('`REFRESH_TOKEN`. Omit if `response_type` is sent.'),
  response_type: parameter('`code`, as sent by OAuth libraries.'),
  state: parameter('Returned unchanged in the redirect, at most 1,024 characters.'),
  codeChallenge: parameter('PKCE code challenge. Alias: `code_challenge`.'),
  codeChallengeMethod: parameter('PKCE challenge method: `S256`. Alias: `code_challenge_method`.'),
})

const html = { 'text/html': { schema: { type: 'string' } } }

/** OpenAPI schema of `GET …/auth/oauth/authorize`. It validates nothing. */
export const authorizeSchema = {
  operationId: 'authorize',
  summary: 'Authorize a partner',
  description:
    'First step of OAuth, an HTML page to open in the browser of a property manager. The ' +
    'manager signs in, selects properties and approves or declines. The browser is then ' +
    'redirected to `redirectUri` with `status=SUCCESSFUL`, `code`, `state` and `iss`; or with ' +
    '`status=DECLINED` or `INCORRECT_REQUEST`, and also `error` if `response_type` was sent. ' +
    'An unknown client or redirect URI shows an error page with status 400 and does not ' +
    'redirect.\n\nNo authentication required.',
  tags: ['Partners'],
  security: [],
  querystring: query,
  response: {
    200: { description: 'HTML page', content: html },
    302: { type: 'null', description: 'Back to the partner' },
  },
}
