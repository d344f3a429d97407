import { randomUUID } from 'node:crypto'

/**
 * The one table of errors: code → status (contract/general.md §7). Codes are stable and never
 * renamed; the text of an occurrence names the field and the allowed values.
 */
const statusOf = {
  REQUIRED_PARAMETER: 400,
  INVALID_ENUM_VALUE: 400,
  INVALID_PARAMETER: 400,
  UNKNOWN_PARAMETER: 400,
  CONFLICTING_PARAMETERS: 400,
  HOTEL_OR_PROPERTY_UID_REQUIRED: 400,
  PAYLOAD_RULE_VIOLATION: 400,
  INVALID_DATE_RANGE: 400,
  TOO_MANY_GUESTS: 400,
  MALFORMED_BODY: 400,
  INVALID_CURSOR: 400,
  INVALID_IDEMPOTENCY_KEY: 400,
  INVALID_GRANT: 400,
  INVALID_SCOPE: 400,
  UNSUPPORTED_GRANT_TYPE: 400,
  INVALID_MESSAGE_TYPE: 400,
  UNSUPPORTED_FOR_SOURCE: 400,
  VERSION_STEP_REFUSED: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  GRAPHQL_LIMIT_EXCEEDED: 400,
  AUTHENTICATION_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CLIENT: 401,
  SESSION_ENDED: 401,
  UNKNOWN_API_VERSION: 401,
  ACCESS_DENIED: 403,
  OPERATION_NOT_PERMITTED: 403,
  READ_ONLY_GRANT: 403,
  READ_ONLY_CREDENTIAL: 403,
  PARTNER_KEY_NOT_ALLOWED: 403,
  CROSS_SITE_REQUEST: 403,
  UNKNOWN_API: 404,
  ENDPOINT_NOT_FOUND: 404,
  AGENCY_NOT_FOUND: 404,
  EMPLOYEE_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  API_KEY_NOT_FOUND: 404,
  PARTNER_NOT_FOUND: 404,
  GRANT_NOT_FOUND: 404,
  LEAD_NOT_FOUND: 404,
  GROUP_BOOKING_NOT_FOUND: 404,
  GUEST_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  ORDER_ADJUSTMENT_NOT_FOUND: 404,
  TRANSACTION_NOT_FOUND: 404,
  PROPERTY_NOT_FOUND: 404,
  HOTEL_NOT_FOUND: 404,
  UNIT_TYPE_NOT_FOUND: 404,
  UNIT_NOT_FOUND: 404,
  PHOTO_NOT_FOUND: 404,
  PROPERTY_DESCRIPTION_NOT_FOUND: 404,
  AMENITY_NOT_FOUND: 404,
  CUSTOM_AMENITY_NOT_FOUND: 404,
  PROPERTY_RULE_NOT_FOUND: 404,
  ROOM_NOT_FOUND: 404,
  FEE_NOT_FOUND: 404,
  TASK_NOT_FOUND: 404,
  THREAD_NOT_FOUND: 404,
  MESSAGE_NOT_FOUND: 404,
  ATTACHMENT_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  SERVICE_NOT_FOUND: 404,
  SERVICE_PROVIDER_NOT_FOUND: 404,
  ORDER_SERVICE_NOT_FOUND: 404,
  OWNER_NOT_FOUND: 404,
  OWNER_ADJUSTMENT_NOT_FOUND: 404,
  PROPERTY_OWNERSHIP_NOT_FOUND: 404,
  CUSTOM_DATA_FIELD_NOT_FOUND: 404,
  CUSTOM_DATA_NOT_FOUND: 404,
  PIN_CODE_NOT_FOUND: 404,
  PROPERTY_CHANNEL_LINK_NOT_FOUND: 404,
  REVIEW_NOT_FOUND: 404,
  ICAL_NOT_FOUND: 404,
  PROMO_CODE_NOT_FOUND: 404,
  EVENT_NOT_FOUND: 404,
  EVENT_TYPE_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  SECRET_NOT_FOUND: 404,
  DELIVERY_NOT_FOUND: 404,
  REPLAY_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  NOT_AVAILABLE: 409,
  MASTER_NOT_BOOKABLE: 409,
  OUTSIDE_BOOKING_WINDOW: 409,
  OUT_OF_LEAD_TIME: 409,
  CHECK_IN_NOT_ALLOWED: 409,
  CHECK_OUT_NOT_ALLOWED: 409,
  MINIMUM_STAY: 409,
  MAXIMUM_STAY: 409,
  ILLEGAL_TRANSITION: 409,
  LEAD_NOT_DELETABLE: 409,
  LEAD_READ_ONLY: 409,
  PROPERTY_REMOVED: 409,
  STATE_CONFLICT: 409,
  PRICE_CHANGED: 409,
  STORAGE_QUOTA_EXCEEDED: 409,
  ALREADY_EXISTS: 409,
  DUPLICATE_WEBHOOK: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  API_VERSION_GONE: 410,
  ENDPOINT_REMOVED: 410,
  EVENTS_GONE: 410,
  CHANGED_MEANWHILE: 412,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_CONTENT_ENCODING: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof statusOf

export const errorCodes = Object.keys(statusOf) as ErrorCode[]

/** One thing wrong with one field, as listed in the `errors` member of an error body. */
export interface FieldError {
  field: string
  code: ErrorCode
  message: string
  members?: Record<string, unknown>
}

interface Extras {
  /** Further members of the body, such as `parameter` or `allowedValues`. */
  members?: Record<string, unknown>
  errors?: FieldError[]
  headers?: Record<string, string>
  cause?: unknown
}

/** An expected refusal. `message` becomes `apiErrorMessage`, `uid` names the occurrence. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly uid: string = randomUUID()
  readonly members: Record<string, unknown>
  readonly errors: FieldError[]
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, extras.cause === undefined ? {} : { cause: extras.cause })
    this.code = code
    this.status = statusOf[code]
    this.members = extras.members ?? {}
    this.errors = extras.errors ?? []
    this.headers = extras.headers ?? {}
  }
}

/** `INVALID_PARAMETER` in the public form: "Invalid parameter '<name>' <reason>". */
export function invalidParameter(parameter: string, reason: string): ApiError {
  return new ApiError('INVALID_PARAMETER', `Invalid parameter '${parameter}' ${reason}`, {
    members: { parameter },
  })
}

/** `INVALID_ENUM_VALUE`: "Wrong enum value, allowed values are: A, B". */
export function wrongEnumValue(parameter: string, allowedValues: readonly string[]): ApiError {
  const text = `Wrong enum value, allowed values are: ${allowedValues.join(', ')}`
  return new ApiError('INVALID_ENUM_VALUE', text, { members: { parameter, allowedValues } })
}

/** `REQUIRED_PARAMETER`: "Invalid parameter '<name>' must not be null". */
export function requiredParameter(parameter: string): ApiError {
  return new ApiError('REQUIRED_PARAMETER', `Invalid parameter '${parameter}' must not be null`, {
    members: { parameter },
  })
}

/** `REQUIRED_PARAMETER` for one of several: "One of ['a', 'b'] is required". */
export function oneOfRequired(oneOf: string[]): ApiError {
  return new ApiError('REQUIRED_PARAMETER', `One of ${quoted(oneOf)} is required`, {
    members: { oneOf },
  })
}

/** `CONFLICTING_PARAMETERS`: "Exactly one of ['a', 'b'] must be given". */
export function exactlyOne(oneOf: string[]): ApiError {
  return new ApiError('CONFLICTING_PARAMETERS', `Exactly one of ${quoted(oneOf)} must be given`, {
    members: { oneOf },
  })
}

/** `ACCESS_DENIED`: unknown, foreign and not granted look the same (contract/general.md §3). */
export function accessDenied(parameter: string, value: string): ApiError {
  return new ApiError('ACCESS_DENIED', `No access to ${parameter} ${value}`, {
    members: { parameter },
  })
}

/** `PAYLOAD_RULE_VIOLATION`: a value breaks a rule of its own resource. */
export function ruleViolation(parameter: string, text: string, limit: number): ApiError {
  return new ApiError('PAYLOAD_RULE_VIOLATION', text, { members: { parameter, limit } })
}

/** `<NOUN>_NOT_FOUND`: "<Noun> not found: <uid>". */
export function notFound(code: Extract<ErrorCode, `${string}_NOT_FOUND`>, uid: string): ApiError {
  return new ApiError(code, `${titleOf(code)}: ${uid}`)
}

/** One refusal for everything that is wrong with the fields of a request; the first one leads. */
export function fieldErrors(errors: FieldError[]): ApiError {
  const first = errors[0]!
  const nested = errors.length > 1 || /[.[]/.test(first.field)
  return new ApiError(first.code, first.message, {
    members: first.members ?? { parameter: first.field },
    errors: nested ? errors : [],
  })
}

/** The title of a code: LEAD_NOT_FOUND → "Lead not found". */
export function titleOf(code: ErrorCode): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** The error body of contract/general.md §7, the same in every version. `instance` is the path. */
export function errorBody(error: ApiError, instance: string): Record<string, unknown> {
  return {
    apiErrorMessage: error.message,
    uid: error.uid,
    type: `urn:lodgepole:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(error.code),
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

/** The `extensions` of an error where GraphQL repeats it. */
export function extensionsOf(error: ApiError): Record<string, unknown> {
  return { code: error.code, status: error.status, uid: error.uid, ...error.members }
}

function quoted(names: string[]): string {
  return `[${names.map(name => `'${name}'`).join(', ')}]`
}

/** The HTTP status of a code. */
export function statusOfCode(code: ErrorCode): number {
  return statusOf[code]
}
