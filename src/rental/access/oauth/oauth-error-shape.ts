/** Error fields of RFC 6749 §5.2, in addition to those of the error table. Pure. */
import type { ApiError, ErrorCode } from '../../../platform/errors.ts'

const standardErrors: Partial<Record<ErrorCode, string>> = {
  INVALID_GRANT: 'invalid_grant',
  INVALID_SCOPE: 'invalid_scope',
  UNSUPPORTED_GRANT_TYPE: 'unsupported_grant_type',
  OPERATION_NOT_PERMITTED: 'unauthorized_client',
  RATE_LIMITED: 'temporarily_unavailable',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
}

/** Returns the error fields for clients that follow the standard. */
export function toOauthError({ code, status, message }: ApiError) {
  return {
    error: standardErrors[code] ?? errorForStatus(status),
    error_description: toAllowedCharacters(message),
  }
}

function errorForStatus(status: number): string {
  if (status === 401) return 'invalid_client'
  return status < 500 ? 'invalid_request' : 'server_error'
}

/**
 * Replaces characters that the standard forbids. It allows visible ASCII except quotation mark and
 * backslash.
 */
function toAllowedCharacters(message: string): string {
  return message.replace(/[^\x20-\x7e]|["\\]/g, '?')
}
