/** Errors as RFC 6749 §5.2 spells them, beside those of the error table. Pure. */
import type { ApiError, ErrorCode } from '../../../platform/errors.ts'

const named: Partial<Record<ErrorCode, string>> = {
  INVALID_GRANT: 'invalid_grant',
  INVALID_SCOPE: 'invalid_scope',
  UNSUPPORTED_GRANT_TYPE: 'unsupported_grant_type',
  OPERATION_NOT_PERMITTED: 'unauthorized_client',
  RATE_LIMITED: 'temporarily_unavailable',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
}

/** Returns the members that a refusal has for clients that follow the standard. */
export function oauthErrorOf({ code, status, message }: ApiError) {
  return { error: named[code] ?? errorOfStatus(status), error_description: described(message) }
}

function errorOfStatus(status: number): string {
  if (status === 401) return 'invalid_client'
  return status < 500 ? 'invalid_request' : 'server_error'
}

/** The standard allows visible ASCII but for the quotation mark and the backslash. */
function described(message: string): string {
  return message.replace(/[^\x20-\x7e]|["\\]/g, '?')
}
