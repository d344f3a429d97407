/**
 * Whether `If-None-Match` names an answer's tag, weak or strong (contract/general.md §10): a client
 * that has the answer is told so instead of being sent it.
 *
 * @param asked the header as it came; what is no list of tags names none
 * @param tags without their quotation marks; several where encodings of an answer have one each
 */
export function holdsTag(asked: string | undefined, ...tags: string[]): boolean {
  if (asked === undefined) return false
  if (asked.trim() === '*') return true
  for (const [, opaque] of asked.matchAll(/"([^"]*)"/g)) {
    if (tags.includes(opaque!)) return true
  }
  return false
}
