/**
 * Returns whether `If-None-Match` contains a response's ETag, weak or strong (contract/general.md
 * §10).
 *
 * @param header header value; a malformed one matches nothing
 * @param tags without quotation marks; several if each encoding of a response has one
 */
export function matchesETag(header: string | undefined, ...tags: string[]): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  for (const [, opaque] of header.matchAll(/"([^"]*)"/g)) {
    if (tags.includes(opaque!)) return true
  }
  return false
}
