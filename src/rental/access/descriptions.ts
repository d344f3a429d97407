import { mergesFields } from '../../platform/openapi/description.ts'

/** Descriptions of fields and shapes of this district by name: see `../descriptions.ts`. */
export const accessDescriptions = {
  phoneAreaCode: 'Country calling code without plus sign, `1`.',
  'CodeExchangeInput.scope': 'Scope of the tokens: `FULL`.',
  'TokenRefreshInput.scope': 'Scope of the tokens: `FULL`.',
  'Tokens.scope': 'Scope of the tokens: `FULL`.',
  'CodeExchangeInput.code': 'Authorization code. Can be used once, within 10 minutes.',
  'TokenInput.grant_type': '`authorization_code` or `refresh_token`.',
  'TokenInput.code': 'Authorization code. Can be used once, within 10 minutes.',
  'TokenInput.redirect_uri': 'Redirect URI, exactly as sent to the authorization endpoint.',
  'TokenInput.code_verifier':
    'PKCE code verifier: secret from which the code challenge was derived.',
  'TokenInput.refresh_token': 'Refresh token. Can be used once.',
  'TokenInput.scope': 'Scope of the tokens: `FULL`.',
  'TokenResponse.scope': 'Scope of the tokens: `FULL`.',
  'TokenResponse.refresh_token': 'Refresh token for the next tokens. Can be used once.',
  access_token: 'Access token, sent as `Authorization: Bearer`.',
  token_type: 'Always `Bearer`.',
  token_type_hint: 'Type of the token. Ignored.',
  expires_in: 'Lifetime of the access token, in seconds.',
  accessToken: 'Access token, sent as `Authorization: Bearer`.',
  refreshToken: 'Refresh token for the next tokens. Can be used once.',
  expiresIn: 'Lifetime of the access token, in seconds.',
  tokenType: 'Always `Bearer`.',
  grantType: 'Grant type: `REFRESH_TOKEN`.',
  redirectUri: 'Redirect URI, exactly as sent to the authorization endpoint.',
  codeVerifier: 'PKCE code verifier: secret from which the code challenge was derived.',
  currencyCode: 'Currency of the agency, ISO 4217.',
  currencySymbol: 'Currency symbol, `$`.',
  defaultCheckInTime: 'Default first hour of check-in for new properties, 0 to 23.',
  defaultCheckOutTime: 'Default hour of check-out for new properties, 0 to 23.',
  defaultCheckinTime: 'First hour of check-in, 0 to 23.',
  defaultCheckoutTime: 'Hour of check-out, 0 to 23.',
  holdHours: 'Default duration of a hold, in hours.',
  requestHours: 'Time until an unanswered booking request expires, in hours. 0: never.',
  paymentHours: 'Time until an accepted but unpaid request expires, in hours. 0: never.',
  requestNeedsConfirmation: 'If true, an accepted request must still be marked as booked.',
  inquiryResponseHours: 'Target response time for inquiries, in hours.',
  quoteValidityHours: 'Validity of a sent quote, in hours.',
  personalDataRetentionDays:
    'Time after check-out until the personal data of a lead is deleted, in days. 0: never.',
  messageRetentionDays: 'Time until messages are deleted, in days. 0: never.',
  v2LeadWrites: 'True if leads can be written with the v2 API.',
  'ApiVersion.version': 'Name of the version, `v3.3`.',
  'PartnerVersion.version': 'API version of the partner, `v3.3`.',
  'VersionStep.version': 'API version of the partner, or the next one.',
  versions: 'Versions, oldest first.',
  basePath: 'Prefix of all paths.',
  'ApiVersion.state': 'State of support.',
  deprecatedAt: 'Start of deprecation. `null` if the version is not deprecated.',
  sunsetAt: 'End of support. `null` if no date is set.',
  openApiUrl: 'URL of the OpenAPI document. `null` if there is none.',
  role: 'Role, which determines the permissions.',
  'Employee.serviceProviderUid':
    'Service provider whose jobs the employee sees as their own. `null` if none.',
  'InviteEmployeeInput.serviceProviderUid':
    'Service provider whose jobs the employee sees as their own. `null` if none.',
  'Employee.invitedUtcDateTime': 'Last invitation, in UTC. `null` if none.',
  'Employee.hasPassword': 'True if the employee has a password.',
  'Employee.lastSeenUtcDateTime':
    'Last use of a session, in UTC: to five minutes, of ended sessions to the day. `null` if none.',
  'System.version': 'Version of the server.',
  'System.database': 'Database of the server.',
  'System.mail': 'Mail server.',
  'System.backups': 'Backups of the database.',
  'System.checks': 'Checks that `lodgepole doctor` runs, with their results.',
  'SystemDatabase.engine': 'Kind of database.',
  'SystemMail.sendsMail': 'True if the server sends email.',
  'SystemMail.from': 'Sender address. `null` if there is no mail server.',
  'SystemMail.host': 'Host of the mail server. `null` if there is none.',
  'SystemBackups.everyHours': 'Interval of scheduled backups, in hours. 0: none.',
  'SystemBackups.lastUtcDateTime': 'Newest backup, in UTC. `null` if none.',
  'SystemCheck.name': 'Name of the check.',
  'SystemCheck.status': 'Result of the check.',
  'SystemCheck.detail': 'State that was found.',
  'SystemCheck.remedy': 'Action to take. `null` if none.',
  'TestMail.sent': 'True if the mail server accepted the mail.',
  'TestMail.error': 'Reason why the mail was not sent. `null` if it was.',
  'TestMail.ms': 'Time that the mail server took, in milliseconds.',
  'Session.server': 'Server of the session.',
  'SessionServer.version': 'Version of the server.',
  'SessionServer.publicUrl': 'Public address of the server.',
  'SessionServer.sendsMail': 'True if the server sends email.',
  'SessionServer.hasSystemPage': 'True if the employee may read the state of the server.',
  invitation: 'Invitation to set a password.',
  Invitation: 'Link to set a password. Can be used once.',
  'Invitation.email':
    'Email address that the link is sent to. `null` if no mail server is configured.',
  'Invitation.link': 'Link, returned only once. `null` if it is sent by email.',
  'Invitation.expiresUtcDateTime': 'Expiry of the link.',
  currentPassword: 'Current password.',
  password: 'New password, 10 to 200 characters.',
  Session: 'Session of a signed-in employee.',
  session: 'Current session.',
  SessionEmployee: 'Signed-in employee.',
  SessionAgency: 'Agency of the session.',
  OwnAgency: 'Agency that the employee works for.',
  ApiKey: 'API key of an agency.',
  'ApiKey.name': 'Purpose of the key.',
  ShownApiKey: 'API key with its secret.',
  hint: 'First characters of the secret, to recognize the key.',
  'ApiKey.readOnly': 'True if the key can only read.',
  'ApiKeyInput.readOnly': 'True if the key can only read.',
  strict:
    'True if requests with an unknown query parameter are rejected with `UNKNOWN_PARAMETER`, ' +
    'instead of ignoring it with a warning.',
  'ApiKey.tags':
    'Tags of the operations that the key can call, as in this reference. `null` if all.',
  'ApiKeyInput.tags':
    'Tags of the operations that the key can call, as in this reference. Omit for all.',
  'ApiKey.expiresUtcDateTime': 'Expiry. `null` if the key does not expire.',
  'ApiKeyInput.expiresUtcDateTime': 'Expiry. `null` if the key does not expire.',
  lastUsedUtcDateTime: 'Time of last use, accurate to the hour. `null` if never used.',
  revokedUtcDateTime: 'Time of revocation. `null` if not revoked.',
  apiKey: 'API key, without its secret.',
  apiKeys: 'API keys, oldest first.',
  keepHours: 'Time for which the former secret stays valid, in hours.',
  secret: 'Secret, returned only once.',
  partnerUid: 'Identifier of the partner.',
  partners: 'Partners, sorted by name.',
  ConnectedPartner: 'Partner with access to objects of the agency.',
  'ConnectedPartner.kind': 'Kind of the partner: integration or channel.',
  'ConnectedPartner.channel': 'Channel of the partner. `null` if it is not a channel.',
  PartnerGrant: 'Access of a partner to a property or multi-unit property.',
  grants: 'Grants of the partner, oldest first.',
  'PartnerGrant.objectType': 'Type of the object of the grant.',
  'PartnerGrant.access': 'Access level: read or write.',
  'PartnerGrantInput.access': 'Access level: read or write.',
  personalData: 'True if the partner sees personal data of guests.',
  ListedSession: 'Session of an employee.',
  agencies: 'Agencies with the same sign-in, sorted by name.',
  can: 'Permissions of the role, by area: `bookings:write`.',
  asOfSeq: 'Last sequence number of the event log. Read later events from here.',
  'ListedSession.employeeUid': 'Employee of the session.',
  isCurrent: 'True if this is the session of the request.',
  'ListedSession.address': 'IP address that started the session.',
  agent: 'User agent of the browser.',
  endsUtcDateTime: 'Expiry if the session is not used. Use extends it, up to a maximum.',
  seenUtcDateTime: 'Time of the last request, accurate to five minutes.',
  Preferences: 'Console preferences of an employee.',
  preferences: 'Any JSON object, up to 16,384 bytes.',
} as const

/** Descriptions of operations of this district by operation id. */
export const accessOperations = {
  listAgencies: 'Sorted by name. API keys and access tokens see one agency.',
  getVersion: 'Informational only: responses depend on the path alone.',
  takeNextVersion:
    'Send the current version or the next one; the current one changes nothing. Informational ' +
    'only: responses depend on the path alone.',
  getAgency: 'Settings and API keys are not included.',
  changeAgency: '`currency` and `currencyCode` are aliases.',
  getAgencySettings: 'Durations of holds, requests, payments and quotes, and confirmation rules.',
  changeAgencySettings: 'Holds and requests that already exist keep their expiry.',
  listEmployees:
    'Sorted by last name, first name. Returns active employees unless `isActive` is false.',
  inviteEmployee:
    'The link to set a password is sent by email. If no mail server is configured, it is in ' +
    'the response, only once.',
  inviteAgain: 'Invalidates the former link. Also use it if the employee has lost the password.',
  changeOwnPassword:
    'Ends all sessions that were started with the former password. The response sets a new ' +
    'session cookie.',
  getSession: 'Returns the employee, the agency and the last sequence number of the event log.',
  changeSession: 'Ends the former session. The response sets a new session cookie.',
  listSessions:
    'Sorted by last request, newest first. Only administrators see the sessions of other ' +
    'employees.',
  endSession: 'Takes effect immediately. Only administrators can end sessions of other employees.',
  listApiKeys: 'Oldest first, including revoked keys. Secrets are not included.',
  addApiKey:
    'For administrators only. The response contains the key, only once. An agency can have up ' +
    'to 20 keys.',
  rotateApiKey:
    'The response contains the new secret, only once. The former secret is invalid ' +
    'immediately or after `keepHours`.',
  revokeApiKey: 'Takes effect immediately. The key stays in the list.',
  listPartners: 'Sorted by name, each with its grants.',
  endGrant:
    'Tokens of the partner stay valid for its other grants. The partner is notified by events.',
  disconnectPartner:
    'Revokes all grants and tokens of the partner. The partner is notified by events.',
  getPreferences: 'Returns an empty object if nothing is stored.',
  replacePreferences: 'Stores any JSON object of at most 16,384 bytes.',
  getEmployee: 'Returns inactive employees, too. The email address is personal data.',
  changeEmployee:
    `${mergesFields} First and last name are required. ` +
    'The last active administrator cannot be demoted or deactivated.',
  exchangeCode:
    'Codes can be used once, within 10 minutes. Access tokens expire after 24 hours; refresh ' +
    'tokens expire after 90 days without use.',
  refreshToken:
    'The former refresh token is invalid immediately. Using it again after 60 s revokes all ' +
    'tokens of the same authorization. Store the response before using it: if it is lost, the ' +
    'agency must authorize the partner again.',
  revokeToken: 'Returns 204 for unknown tokens, too.',
} as const
