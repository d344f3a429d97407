/** The authorization endpoint in the OpenAPI documents: contract/general.md §2.3. */
import { described, Type, text } from '../../../platform/rest/fields.ts'

const given = (description: string) => Type.Optional(described(text({ max: 4_096 }), description))

const query = Type.Object({
  clientId: described(text(), 'The client id of the partner. `client_id` means the same.'),
  redirectUri: described(
    text({ max: 2_048 }),
    'Where the browser goes afterwards: one of the addresses that the partner has registered, ' +
      'exactly. `redirect_uri` means the same.',
  ),
  scope: given('What the tokens allow: `FULL`.'),
  grantType: given('`REFRESH_TOKEN`; not sent with `response_type`.'),
  response_type: given('`code`, as OAuth libraries send it.'),
  state: given('Returned as it was sent, at most 1,024 characters.'),
  codeChallenge: given('The challenge of PKCE. `code_challenge` means the same.'),
  codeChallengeMethod: given('`S256`. `code_challenge_method` means the same.'),
})

const html = { 'text/html': { schema: { type: 'string' } } }

/** The schema of `GET …/auth/oauth/authorize`, for readers. */
export const authorizeSchema = {
  operationId: 'authorize',
  summary: 'Send a property manager to connect a partner',
  description:
    'The first step of OAuth, a page for a browser and not for a program: the manager signs in, ' +
    'ticks properties and approves or declines. Then the browser is redirected to `redirectUri`, ' +
    'with `status=SUCCESSFUL`, `code`, `state` and `iss`; or with `status=DECLINED` or ' +
    '`INCORRECT_REQUEST`, and `error` beside where `response_type` was sent. An unknown client ' +
    'or redirect address gets an error page with 400, and no redirect.\n\nNeeds no credential.',
  tags: ['Partners'],
  security: [],
  querystring: query,
  response: {
    200: { description: 'The page', content: html },
    302: { type: 'null', description: 'Back to the partner' },
  },
}
