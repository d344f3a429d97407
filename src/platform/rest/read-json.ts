import { isUtf8 } from 'node:buffer'
import { ApiError } from '../errors.ts'

const depthMax = 32
const byteOrderMark = 0xfeff

/**
 * Parses a request body as a JSON object, whatever its content type is (contract/general.md §9). An
 * empty body, `null` and `[]` become `{}`. A body that is not JSON is parsed as a form if its
 * content type is that of a form.
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
 * Decodes a body, without a leading byte order mark.
 *
 * @throws ApiError MALFORMED_BODY if it is not UTF-8, to avoid storing replacement characters
 */
export function bodyText(body: Buffer | undefined): string {
  if (body && !isUtf8(body)) throw notUtf8()
  const text = body?.toString('utf8') ?? ''
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
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

/** Escape of a surrogate, either a lone one or half of a valid pair. */
const surrogateEscape = /\\u[dD][89a-fA-F]/

/**
 * Replaces lone surrogates with U+FFFD, in texts and keys. Neither UTF-8 nor the database can store
 * them (contract/general.md §8). JSON contains them only as escapes.
 *
 * @param text source of `value`, already checked by `checkNesting`
 */
export function wellFormed(text: string, value: unknown): unknown {
  return surrogateEscape.test(text) ? withoutLoneSurrogates(value) : value
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

/** Returns whether percent-encoded bytes of a form are UTF-8. A stray `%` is literal. */
function isDecodable(form: string): boolean {
  try {
    for (const escapes of form.match(/(?:%[0-9a-f]{2})+/gi) ?? []) decodeURIComponent(escapes)
    return true
  } catch {
    return false
  }
}

/** @throws ApiError MALFORMED_BODY for JSON that nests deeper than contract/general.md §6 allows */
export function checkNesting(json: string): void {
  if (nestingDepth(json) > depthMax) throw malformedBody()
}

/** Returns the nesting depth of brackets outside of strings. It skips strings quickly. */
function nestingDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '"') i = findStringEnd(text, i)
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

/**
 * Returns the index of the closing quote of a string. A quote after an odd number of backslashes is
 * escaped.
 */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

export function notUtf8(): ApiError {
  return new ApiError('MALFORMED_BODY', 'The request body is not UTF-8')
}

export function malformedBody(): ApiError {
  return new ApiError('MALFORMED_BODY', 'Malformed JSON request body')
}
