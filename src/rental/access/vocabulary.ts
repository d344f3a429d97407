import { merged } from '../../platform/openapi/description.ts'

/** What names of this district mean on the wire: see `../glossary.ts`. */
export const accessVocabulary = {
  'CodeExchangeInput.scope': 'What the token allows: `FULL`.',
  'TokenRefreshInput.scope': 'What the token allows: `FULL`.',
  'Tokens.scope': 'What the token allows.',
  'CodeExchangeInput.code': 'The authorization code, good once and briefly.',
  accessToken: 'What is sent as `Authorization: Bearer`.',
  refreshToken: 'What new tokens are had for; it is good once.',
  refresh_token: 'Another name of `refreshToken`.',
  expiresIn: 'How long the access token is good, in seconds.',
  tokenType: 'Always `Bearer`.',
  grantType: 'What is asked for: `REFRESH_TOKEN`.',
  grant_type: 'Another name of `grantType`.',
  redirectUri: 'The address that the code came to, as it was asked for.',
  redirect_uri: 'Another name of `redirectUri`.',
  codeVerifier: 'The secret behind the challenge that was sent (PKCE).',
  code_verifier: 'Another name of `codeVerifier`.',
  currencyCode: 'The currency of the agency, ISO 4217.',
  currencySymbol: 'How the currency is written, `$`.',
  defaultCheckInTime: 'The first hour of check-in of new properties, 0 to 23.',
  defaultCheckOutTime: 'The hour of check-out of new properties, 0 to 23.',
  defaultCheckinTime: 'The first hour of check-in, 0 to 23.',
  defaultCheckoutTime: 'The hour of check-out, 0 to 23.',
  holdHours: 'How long nights are held, in hours.',
  requestHours: 'How long a booking request waits for an answer, in hours; 0: for ever.',
  paymentHours: 'How long an accepted request waits for its payment, in hours; 0: for ever.',
  requestNeedsConfirmation: 'True: an accepted request must still be marked as booked.',
  inquiryResponseHours: 'How soon an inquiry should be answered, in hours.',
  quoteValidityHours: 'How long a quote that was sent is good, in hours.',
  personalDataRetentionDays:
    'How long after check-out a lead says who its guest was, in days; 0: for ever.',
  messageRetentionDays: 'How long messages are kept, in days; 0: for ever.',
  v2LeadWrites: 'Whether leads may be written below `/v2`.',
  'ApiVersion.version': 'What it is called, `v3.3`.',
  'PartnerVersion.version': 'The version that the partner is on, `v3.3`.',
  'VersionStep.version': 'The version that the partner is on, or the next.',
  apiVersion: 'Another name of `version`.',
  versions: 'Oldest first.',
  basePath: 'What its paths begin with.',
  'ApiVersion.state': 'Whether it is served.',
  deprecatedAt: 'Since when it should not be used; null: it may be.',
  sunsetAt: 'From when it was or will be gone; null: no date is set.',
  openApiUrl: 'Where its OpenAPI document is; null: there is none.',
  role: 'What the employee may do.',
} as const

/** What operations of this district do beyond their summary, by operation id. */
export const accessOperations = {
  listAgencies: 'One for the key of an agency or an access token; by name.',
  getVersion: 'A record of how far the partner has come: answers depend on the path alone.',
  takeNextVersion:
    'The present one changes nothing, any but the next is refused. No answer changes by it.',
  getAgency: 'Its record without settings and keys.',
  changeAgency: '`currency` and `currencyCode` are the same.',
  getAgencySettings:
    'How long holds, requests, payments and quotes last, and what must be confirmed.',
  changeAgencySettings: 'Timers that run already keep their end.',
  listEmployees: 'By last name, first name; those that are inactive are left out.',
  getEmployee: 'Inactive ones, too. The email address is personal data.',
  changeEmployee: `${merged} First and last name must be sent. The last active admin stays one.`,
  exchangeCode:
    'A code is good once and for 10 minutes. The access token is good for 24 hours, the ' +
    'refresh token until 90 days pass without use.',
  refreshToken:
    'The former refresh token is dead at once; used again a minute later it ends all tokens of ' +
    'its family.',
  revokeToken: 'An unknown token is answered with 204, too.',
} as const
