import { dayMs } from '../dates/dates.ts'
/** Outcomes of an attempt: contract/events.md §8.1 and §9.14. */
export const outcomes = [
  'SUCCESS',
  'HTTP_ERROR',
  'REDIRECT',
  'TIMEOUT',
  'DNS_ERROR',
  'TLS_ERROR',
  'CONNECTION_ERROR',
  'ADDRESS_REFUSED',
] as const
export type Outcome = (typeof outcomes)[number]

/** Failure with a known outcome. */
export class AttemptFailure extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome, message: string) {
    super(message)
    this.outcome = outcome
  }
}

export function statusOutcome(status: number): Outcome {
  if (status < 300) return 'SUCCESS'
  return status < 400 ? 'REDIRECT' : 'HTTP_ERROR'
}

export function errorOutcome(error: unknown): Outcome {
  if (error instanceof AttemptFailure) return error.outcome
  const code = String((error as { code?: unknown })?.code ?? '')
  if (/TIMEOUT$|^ETIMEDOUT$/.test(code)) return 'TIMEOUT'
  return tlsCode.test(code) ? 'TLS_ERROR' : 'CONNECTION_ERROR'
}

/** Error codes of Node, OpenSSL and certificate verification, see `node:tls`. */
const tlsCode = new RegExp(
  '^(ERR_(TLS|SSL|OSSL)_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_|' +
    'INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|OUT_OF_MEM)',
)

/** Maximum length of an error message. */
const errorCharactersMax = 300

/**
 * Returns a short, single-line error message that a database can store: a sentence if the code is
 * known, with the code.
 */
export function describeError(error: unknown): string {
  // An attempt on several addresses fails with an error for each.
  const cause = error instanceof AggregateError ? error.errors[0] : error
  const code = String((cause as { code?: unknown } | null)?.code ?? '')
  const sentence = sentencesByCode.find(([pattern]) => pattern.test(code))
  const text = cause instanceof Error ? cause.message : String(cause)
  return (sentence ? `${sentence[1]} (${code})` : text)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, errorCharactersMax)
}

const sentencesByCode: [RegExp, string][] = [
  [/^(ENOTFOUND|ENODATA|EAI_NONAME)$/, 'The host name does not exist'],
  [
    /^(ETIMEOUT|ESERVFAIL|EREFUSED|EAI_AGAIN|EBADRESP)$/,
    'The name of the host could not be resolved',
  ],
  [/^ECONNREFUSED$/, 'The host refused the connection'],
  [/^E(HOST|NET)UNREACH$/, 'The host cannot be reached'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The connection was interrupted'],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, 'The host did not respond in time'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the host has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the host is for another name'],
  [
    /^(UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/,
    'The certificate of the host is not from a trusted authority',
  ],
  [tlsCode, 'The TLS connection with the host failed'],
  [/^HPE_/, 'The response of the host is not valid HTTP'],
]

/**
 * Parses `Retry-After`, in seconds or as an HTTP date, clamped to one day from now. Null if it is
 * invalid.
 */
export function readRetryAfter(value: string | undefined, now: Date): Date | null {
  if (value === undefined) return null
  const retryAtMs = /^\d+$/.test(value)
    ? now.getTime() + Number(value) * 1_000
    : readHttpDate(value)
  if (Number.isNaN(retryAtMs)) return null
  return new Date(Math.min(Math.max(retryAtMs, now.getTime()), now.getTime() + dayMs))
}

/** Parses all three formats of RFC 9110 §5.6.7. Dates without a zone are in GMT. */
function readHttpDate(text: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return Number.NaN
  return Date.parse(/ GMT$/.test(text) ? text : `${text} GMT`)
}

/** Maximum length of all names and values. */
const headerCharactersMax = 8_192

/** Limits headers to a total size. Omits those that do not fit. Returns lower-case names. */
export function limitHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  const limited: [string, string][] = []
  let remaining = headerCharactersMax
  for (const [name, value = ''] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : value
    const length = name.length + text.length
    if (length > remaining) continue
    remaining -= length
    limited.push([name.toLowerCase(), text.replaceAll('\0', '')])
  }
  return Object.fromEntries(limited)
}

const snippetBytes = 2_048

/** Decodes the first 2,048 bytes to text that a database can store, replacing invalid UTF-8. */
export function toSnippet(body: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const text = decoder.decode(body.subarray(0, snippetBytes), {
    // A character that the limit cuts off is omitted, not replaced.
    stream: body.length > snippetBytes,
  })
  return text.replaceAll('\0', '\ufffd')
}
