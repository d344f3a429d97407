/** What came of an attempt: contract/events.md §8.1 and §9.14. */
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

/** A failure whose outcome is known where it happens. */
export class AttemptFailure extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome, message: string) {
    super(message)
    this.outcome = outcome
  }
}

export function outcomeOfStatus(status: number): Outcome {
  if (status < 300) return 'SUCCESS'
  return status < 400 ? 'REDIRECT' : 'HTTP_ERROR'
}

export function outcomeOfError(error: unknown): Outcome {
  if (error instanceof AttemptFailure) return error.outcome
  const code = String((error as { code?: unknown })?.code ?? '')
  if (/TIMEOUT$|^ETIMEDOUT$/.test(code)) return 'TIMEOUT'
  return tlsCode.test(code) ? 'TLS_ERROR' : 'CONNECTION_ERROR'
}

/** Codes of Node, OpenSSL and the verification of certificates, `node:tls` lists them. */
const tlsCode = new RegExp(
  '^(ERR_(TLS|SSL|OSSL)_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_|' +
    'INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|OUT_OF_MEM)',
)

/**
 * The reason in one short line of text that a database can store: a sentence for people, and for
 * those who look closer the code of the error behind it.
 */
export function messageOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const code = String((first as { code?: unknown } | null)?.code ?? '')
  const known = sentences.find(([pattern]) => pattern.test(code))
  const said = first instanceof Error ? first.message : String(first)
  return (known ? `${known[1]} (${code})` : said)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, 300)
}

const sentences: [RegExp, string][] = [
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

const dayMs = 86_400_000

/** When a `Retry-After`, seconds or an HTTP date, ends: now to a day from now. Null if unread. */
export function readRetryAfter(value: string | undefined, now: Date): Date | null {
  if (value === undefined) return null
  const at = /^\d+$/.test(value) ? now.getTime() + Number(value) * 1_000 : readHttpDate(value)
  if (Number.isNaN(at)) return null
  return new Date(Math.min(Math.max(at, now.getTime()), now.getTime() + dayMs))
}

/** All three forms of RFC 9110 §5.6.7 are read; the two that name no zone are in GMT. */
function readHttpDate(text: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return Number.NaN
  return Date.parse(/ GMT$/.test(text) ? text : `${text} GMT`)
}

const headerCharactersMax = 8_192

/** Headers to keep, names in lower case: those that fit, in their order. */
export function keptHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  const kept: [string, string][] = []
  let left = headerCharactersMax
  for (const [name, value = ''] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : value
    const length = name.length + text.length
    if (length > left) continue
    left -= length
    kept.push([name.toLowerCase(), text.replaceAll('\0', '')])
  }
  return Object.fromEntries(kept)
}

const snippetBytes = 2_048

/** The first 2,048 bytes as text that a database can store; what is not UTF-8 is replaced. */
export function snippetOf(body: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const text = decoder.decode(body.subarray(0, snippetBytes), {
    stream: body.length > snippetBytes,
  })
  return text.replaceAll('\0', '\ufffd')
}
