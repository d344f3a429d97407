import { randomUUID } from 'node:crypto'

/** Nouns of the codes `<NOUN>_NOT_FOUND`. */
const notFoundNouns = [
  'AGENCY',
  'EMPLOYEE',
  'SESSION',
  'API_KEY',
  'PARTNER',
  'GRANT',
  'LEAD',
  'GROUP_BOOKING',
  'GUEST',
  'ORDER',
  'ORDER_ADJUSTMENT',
  'TRANSACTION',
  'PROPERTY',
  'HOTEL',
  'UNIT_TYPE',
  'UNIT',
  'PHOTO',
  'PROPERTY_DESCRIPTION',
  'AMENITY',
  'CUSTOM_AMENITY',
  'PROPERTY_RULE',
  'ROOM',
  'FEE',
  'TASK',
  'THREAD',
  'MESSAGE',
  'ATTACHMENT',
  'JOB',
  'SERVICE',
  'SERVICE_PROVIDER',
  'ORDER_SERVICE',
  'OWNER',
  'OWNER_ADJUSTMENT',
  'PROPERTY_OWNERSHIP',
  'CUSTOM_DATA_FIELD',
  'CUSTOM_DATA',
  'PIN_CODE',
  'PROPERTY_CHANNEL_LINK',
  'REVIEW',
  'ICAL',
  'PROMO_CODE',
  'EVENT',
  'EVENT_TYPE',
  'WEBHOOK',
  'SECRET',
  'DELIVERY',
  'REPLAY',
] as const

export type NotFoundCode = `${(typeof notFoundNouns)[number]}_NOT_FOUND`

const notFoundCodes = Object.fromEntries(
  notFoundNouns.map(noun => [`${noun}_NOT_FOUND`, [404] as const]),
) as Record<NotFoundCode, readonly [status: 404]>

/**
 * Table of all errors (contract/general.md §7): the HTTP status of each code, and its text if it is
 * fixed. Codes are stable and never renamed. Other texts name the field and the allowed values.
 */
const errorTable = {
  REQUIRED_PARAMETER: [400],
  INVALID_ENUM_VALUE: [400],
  INVALID_PARAMETER: [400],
  UNKNOWN_PARAMETER: [400],
  CONFLICTING_PARAMETERS: [400],
  HOTEL_OR_PROPERTY_UID_REQUIRED: [
    400,
    'HOTEL_OR_PROPERTY_UID_REQUIRED: propertyUid or hotelUid is required',
  ],
  PAYLOAD_RULE_VIOLATION: [400],
  INVALID_DATE_RANGE: [400],
  TOO_MANY_GUESTS: [400],
  MALFORMED_BODY: [400],
  INVALID_CURSOR: [400, 'Invalid _cursor'],
  INVALID_IDEMPOTENCY_KEY: [
    400,
    "Invalid header 'Idempotency-Key': must be 1 to 255 visible ASCII characters",
  ],
  INVALID_GRANT: [400],
  INVALID_SCOPE: [400, 'scope must be FULL'],
  UNSUPPORTED_GRANT_TYPE: [400],
  INVALID_MESSAGE_TYPE: [400],
  UNSUPPORTED_FOR_SOURCE: [400],
  VERSION_STEP_REFUSED: [400],
  GRAPHQL_PARSE_FAILED: [400],
  GRAPHQL_VALIDATION_FAILED: [400],
  GRAPHQL_LIMIT_EXCEEDED: [400],
  AUTHENTICATION_REQUIRED: [401, 'Missing API key or access token'],
  INVALID_CREDENTIALS: [401, 'Invalid API key or access token'],
  TOKEN_EXPIRED: [401, 'Access token expired'],
  INVALID_CLIENT: [401, 'Invalid client credentials'],
  SESSION_ENDED: [401, 'The session has ended; sign in again'],
  UNKNOWN_API_VERSION: [401],
  ACCESS_DENIED: [403],
  OPERATION_NOT_PERMITTED: [403],
  READ_ONLY_GRANT: [403],
  READ_ONLY_CREDENTIAL: [403, 'This API key is read-only'],
  PARTNER_KEY_NOT_ALLOWED: [403, 'Partner keys are not allowed here'],
  AGENCY_DISABLED: [403, 'The agency is disabled; contact the operator of this server'],
  CROSS_SITE_REQUEST: [403],
  UNKNOWN_API: [404, 'Unknown api: '],
  ENDPOINT_NOT_FOUND: [404, 'Endpoint not found'],
  ...notFoundCodes,
  METHOD_NOT_ALLOWED: [405],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
  NOT_AVAILABLE: [409],
  MASTER_NOT_BOOKABLE: [409, 'Property is not bookable, book one of its sub-properties'],
  OUTSIDE_BOOKING_WINDOW: [409],
  OUT_OF_LEAD_TIME: [409],
  CHECK_IN_NOT_ALLOWED: [409],
  CHECK_OUT_NOT_ALLOWED: [409],
  MINIMUM_STAY: [409],
  MAXIMUM_STAY: [409],
  ILLEGAL_TRANSITION: [409],
  LEAD_NOT_DELETABLE: [409],
  LEAD_READ_ONLY: [409],
  PROPERTY_REMOVED: [409],
  STATE_CONFLICT: [409],
  PRICE_CHANGED: [409],
  STORAGE_QUOTA_EXCEEDED: [409],
  ALREADY_EXISTS: [409],
  DUPLICATE_WEBHOOK: [409],
  IDEMPOTENCY_IN_PROGRESS: [
    409,
    'The first request with this Idempotency-Key is still in progress; retry later',
  ],
  API_VERSION_GONE: [410],
  ENDPOINT_REMOVED: [410, 'This endpoint was removed in May 2025'],
  EVENTS_GONE: [410],
  CHANGED_MEANWHILE: [412, 'The object has changed since it was read; read it again'],
  PAYLOAD_TOO_LARGE: [413],
  URI_TOO_LONG: [414],
  UNSUPPORTED_CONTENT_ENCODING: [415],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'This Idempotency-Key was used for a different request; use another key',
  ],
  RATE_LIMITED: [429],
  HEADERS_TOO_LARGE: [431],
  INTERNAL_ERROR: [500, 'Internal error'],
  SERVICE_UNAVAILABLE: [503],
} as const satisfies Record<string, readonly [status: number, text?: string]>

export type ErrorCode = keyof typeof errorTable

type FixedCode = {
  [Code in ErrorCode]: (typeof errorTable)[Code] extends readonly [number, string] ? Code : never
}[ErrorCode]

export const errorCodes = Object.keys(errorTable) as ErrorCode[]

/** Validation error of one field, as listed in `errors` of an error body. */
export interface FieldError {
  field: string
  code: ErrorCode
  message: string
  members?: Record<string, unknown>
}

interface ApiErrorOptions {
  /** Additional members of the body, such as `parameter` or `allowedValues`. */
  members?: Record<string, unknown>
  errors?: FieldError[]
  headers?: Record<string, string>
  cause?: unknown
}

/** Expected error. `message` becomes `apiErrorMessage`; `uid` identifies the occurrence. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly uid: string = randomUUID()
  readonly members: Record<string, unknown>
  readonly errors: FieldError[]
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.status = errorStatus(code)
    this.members = options.members ?? {}
    this.errors = options.errors ?? []
    this.headers = { ...(this.status === 401 ? bearerChallenge : {}), ...options.headers }
  }
}

/** Default challenge of a 401 (RFC 9110 §11.6.1). */
const bearerChallenge = { 'www-authenticate': 'Bearer realm="lodgepole"' }

export function fixedError(code: FixedCode, options: ApiErrorOptions = {}): ApiError {
  return new ApiError(code, errorTable[code][1], options)
}

/** Returns whether the text of an error is the fixed one of its code, without data of a request. */
export function hasFixedText({ code, message }: ApiError): boolean {
  return errorTable[code][1 as number] === message
}

/** Returns `INVALID_PARAMETER`: "Invalid parameter '<name>' <reason>". */
export function invalidParameter(parameter: string, reason: string): ApiError {
  return new ApiError('INVALID_PARAMETER', `Invalid parameter '${parameter}' ${reason}`, {
    members: { parameter },
  })
}

/** Returns `INVALID_ENUM_VALUE`: "Wrong enum value, allowed values are: A, B". */
export function wrongEnumValue(parameter: string, allowedValues: readonly string[]): ApiError {
  const text = `Wrong enum value, allowed values are: ${allowedValues.join(', ')}`
  return new ApiError('INVALID_ENUM_VALUE', text, { members: { parameter, allowedValues } })
}

/** Returns `REQUIRED_PARAMETER`: "Invalid parameter '<name>' must not be null". */
export function requiredParameter(parameter: string): ApiError {
  return new ApiError('REQUIRED_PARAMETER', `Invalid parameter '${parameter}' must not be null`, {
    members: { parameter },
  })
}

/** Returns `REQUIRED_PARAMETER` for one of several: "One of ['a', 'b'] is required". */
export function oneOfRequired(oneOf: string[]): ApiError {
  return new ApiError('REQUIRED_PARAMETER', `One of ${quoted(oneOf)} is required`, {
    members: { oneOf },
  })
}

/** Returns `CONFLICTING_PARAMETERS`: "Exactly one of ['a', 'b'] must be given". */
export function exactlyOne(oneOf: string[]): ApiError {
  return new ApiError('CONFLICTING_PARAMETERS', `Exactly one of ${quoted(oneOf)} must be given`, {
    members: { oneOf },
  })
}

/** Returns `ACCESS_DENIED`, also for an unknown uid (contract/general.md §3). */
export function accessDenied(parameter: string, value: string): ApiError {
  return new ApiError('ACCESS_DENIED', `No access to ${parameter} ${value}`, {
    members: { parameter },
  })
}

/** Returns `PAYLOAD_RULE_VIOLATION`: a value breaks a rule of its own resource. */
export function ruleViolation(parameter: string, text: string, limit: number): ApiError {
  return new ApiError('PAYLOAD_RULE_VIOLATION', text, { members: { parameter, limit } })
}

/** Returns `<NOUN>_NOT_FOUND`: "<Noun> not found: <uid>". */
export function notFound(code: NotFoundCode, uid: string): ApiError {
  return new ApiError(code, `${errorTitle(code)}: ${uid}`)
}

/** Combines the validation errors of a request; the first one determines code and text. */
export function fieldErrors(errors: FieldError[]): ApiError {
  const firstError = errors[0]!
  // One error of a top-level field is described completely by the other members.
  const isListed = errors.length > 1 || /[.[]/.test(firstError.field)
  return new ApiError(firstError.code, firstError.message, {
    members: firstError.members ?? { parameter: firstError.field },
    errors: isListed ? errors : [],
  })
}

/** Returns the title of a code: LEAD_NOT_FOUND → "Lead not found". */
export function errorTitle(code: ErrorCode): string {
  const text = code.toLowerCase().replaceAll('_', ' ')
  return text[0]!.toUpperCase() + text.slice(1)
}

/** Returns the error body of contract/general.md §7 in every version; `instance` is the path. */
export function errorBody(error: ApiError, instance: string): Record<string, unknown> {
  return {
    apiErrorMessage: error.message,
    uid: error.uid,
    type: `urn:lodgepole:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title: errorTitle(error.code),
    status: error.status,
    detail: error.message,
    instance,
    code: error.code,
    ...error.members,
    ...(error.errors.length > 0
      ? { errors: error.errors.map(({ field, code, message }) => ({ field, code, message })) }
      : {}),
  }
}

/** Returns the `extensions` of an error in a GraphQL response. */
export function errorExtensions(error: ApiError): Record<string, unknown> {
  return { code: error.code, status: error.status, uid: error.uid, ...error.members }
}

const quoted = (names: string[]): string => `[${names.map(name => `'${name}'`).join(', ')}]`

/** Returns the HTTP status of a code; undefined for an unknown one. */
export function errorStatus(code: ErrorCode): number {
  return errorTable[code]?.[0]
}
