/** Estimate of response sizes before execution. */
import type { SelectedField } from './collect-fields.ts'
import type { Types } from './fields.ts'

const typicalBytes = { text: 60, encrypted: 60, unescaped: 40, literal: 12 }
/** Maximum size of stored texts, such as notes. */
const longestTextBytes = 10_000
/** Typical number of objects in a nested list. */
const typicalItems = 3
/** Number of aliases of one text per object that count with its typical size. */
const typicalAliases = 2
const bracesBytes = 2
/** Bytes of quotes, colon and comma of a member. */
const punctuationBytes = 4

/**
 * Estimates the bytes of one object from its keys and typical values. Many aliases of one text
 * multiply its actual size, so from the third alias on it counts as the longest text.
 */
export function objectBytes(types: Types, fields: SelectedField[]): number {
  const countByName = new Map<string, number>()
  let bytes = bracesBytes
  for (const field of fields) {
    const count = (countByName.get(field.name) ?? 0) + 1
    countByName.set(field.name, count)
    bytes += field.key.length + punctuationBytes + valueBytes(types, field, count > typicalAliases)
  }
  return bytes
}

function valueBytes(
  types: Types,
  { name, parent, fields }: SelectedField,
  isRepeated: boolean,
): number {
  const field = types[parent]?.[name]
  // Introspection is limited by its cost, and `__typename` counts as an enum value.
  if (!field) return typicalBytes.unescaped
  switch (field.kind) {
    case 'text':
    case 'encrypted':
      return isRepeated ? longestTextBytes : typicalBytes[field.kind]
    case 'unescaped':
    case 'literal':
      return typicalBytes[field.kind]
    case 'sameRow':
    case 'joined':
      return objectBytes(types, fields)
    case 'list':
      return typicalItems * objectBytes(types, fields)
  }
}
