/** Redaction of stored JSON when a guest is erased. Pure. */

const enumNames = /(status|type|cause|currency|channel|source)$/i
const uid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/
const enumValue = /^[A-Z][A-Z0-9_]*$/
const personalNumbers = new Set(['riskScore', 'age'])

/**
 * Returns a value without personal data: of its texts only uids, times and enumeration values
 * remain, the others become null. Numbers such as amounts remain.
 */
export function redact(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map(item => redact(item, name))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, item]) => [key, redact(item, key)]))
  }
  if (typeof value === 'number') return personalNumbers.has(name) ? null : value
  if (typeof value !== 'string') return value
  if (uid.test(value) || time.test(value)) return value
  return enumNames.test(name) && enumValue.test(value) ? value : null
}

export function findUids(text: string): string[] {
  return text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []
}
