const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Compared first, because that is faster than the pattern. */
const uuidLength = 36

/** Returns the UUIDs among the parameters of a statement, also within lists, in lower case. */
export function collectUuids(value: unknown): Set<string> {
  const uuids = new Set<string>()
  addUuids(value, uuids)
  return uuids
}

function addUuids(value: unknown, uuids: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) addUuids(item, uuids)
  } else if (typeof value === 'string' && value.length === uuidLength && uuidPattern.test(value)) {
    uuids.add(value.toLowerCase())
  }
}
