import { isUtf8 } from 'node:buffer'
import { ApiError } from '../errors.ts'

const depthMax = 32

/**
 * A request body as a JSON object, whatever its content type says (contract/general.md §9).
 * Nothing, `null` and `[]` read as `{}`. Only what is no JSON and says so is read as a form.
 *
 * @throws ApiError MALFORMED_BODY
 */
export function readJsonObject(
  body: Buffer | undefined,
  contentType: string | undefined,
): Record<string, unknown> {
  const text = bodyText(body)
  if (text.trim() === '') return {}
  const value = parse(text, contentType)
  if (value === null || (Array.isArray(value) && value.length === 0)) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw malformedBody()
  return value as Record<string, unknown>
}

/**
 * The body as text without a leading byte order mark.
 *
 * @throws ApiError MALFORMED_BODY for what is no UTF-8, which would be stored as other characters
 */
export function bodyText(body: Buffer | undefined): string {
  if (body && !isUtf8(body)) throw notUtf8()
  const text = body?.toString('utf8') ?? ''
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function parse(text: string, contentType = ''): unknown {
  checkNesting(text)
  try {
    return wellFormed(text, JSON.parse(text))
  } catch {
    const isForm = contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')
    if (!isForm || !text.includes('=')) throw malformedBody()
    if (!isDecodable(text)) throw notUtf8()
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** An escape of half a surrogate pair, or of one of a whole pair. */
const surrogate = /\\u[dD][89a-fA-F]/

/**
 * Returns a value of JSON with U+FFFD in place of lone surrogates, in texts and in keys: no UTF-8
 * and no database holds them (contract/general.md §8). JSON has them as escapes only.
 *
 * @param text the JSON that `value` was parsed from; it nests no deeper than `checkNesting` allows
 */
export function wellFormed(text: string, value: unknown): unknown {
  return surrogate.test(text) ? withoutLoneSurrogates(value) : value
}

function withoutLoneSurrogates(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(withoutLoneSurrogates)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, inner]) => [key.toWellFormed(), withoutLoneSurrogates(inner)]),
  )
}

/** Whether what is percent-encoded in a form is UTF-8; a `%` that encodes nothing is itself. */
function isDecodable(form: string): boolean {
  try {
    for (const run of form.match(/(?:%[0-9a-f]{2})+/gi) ?? []) decodeURIComponent(run)
    return true
  } catch {
    return false
  }
}

/** @throws ApiError MALFORMED_BODY for JSON that nests deeper than contract/general.md §6 allows */
export function checkNesting(json: string): void {
  if (nesting(json) > depthMax) throw malformedBody()
}

/** How deep brackets nest, those in strings left out; most of a large body is one long string. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '"') i = endOfString(text, i)
    else if (c === '{' || c === '[') deepest = Math.max(deepest, ++depth)
    else if (c === '}' || c === ']') depth--
  }
  return deepest
}

/** Where the quote is that ends the string that begins at another: after no odd backslash. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/** The refusal of text in another encoding. */
export function notUtf8(): ApiError {
  return new ApiError('MALFORMED_BODY', 'The request body is not UTF-8')
}

/** The refusal of what cannot be read as JSON. */
export function malformedBody(): ApiError {
  return new ApiError('MALFORMED_BODY', 'Malformed JSON request body')
}
