/** What may stay of a stored text of JSON when a guest is erased. Pure. */

const names = /(status|type|cause|currency|channel|source)$/i
const uid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/
const word = /^[A-Z][A-Z0-9_]*$/
const personalNumbers = new Set(['riskScore', 'age'])

/**
 * A value without what it may say of a person: of its texts only uids, times and, where a status or
 * the like is told, the words of the interface stay; the others become null. Numbers stay, so that
 * money does.
 */
export function redacted(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map(item => redacted(item, name))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, item]) => [key, redacted(item, key)]))
  }
  if (typeof value === 'number') return personalNumbers.has(name) ? null : value
  if (typeof value !== 'string') return value
  if (uid.test(value) || time.test(value)) return value
  return names.test(name) && word.test(value) ? value : null
}

/** The uids that a text has. */
export function uidsIn(text: string): string[] {
  return text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []
}
