/** Estimate of the bytes of a response, made before anything is read. */
import type { Selected } from './collect.ts'
import type { Types } from './fields.ts'

/** Bytes that values usually have. */
const usual = { text: 60, sealed: 60, word: 40, plain: 12 }
/** Bytes of the longest texts that are stored, such as notes. */
const longestText = 10_000
/** Objects that a list within a row usually has. */
const usualItems = 3
/** Names under which one text may be asked for in one object and still have its usual size. */
const usualNames = 2
/** Quotes, colon and comma of a member. */
const punctuation = 4

/**
 * Estimates the bytes of one object from the lengths of its keys and usual values. One text under
 * many aliases multiplies whatever is stored: from the third on it counts as the longest there is.
 */
export function objectBytes(types: Types, fields: Selected[]): number {
  const names = new Map<string, number>()
  let bytes = 2
  for (const field of fields) {
    const count = (names.get(field.name) ?? 0) + 1
    names.set(field.name, count)
    bytes += field.key.length + punctuation + valueBytes(types, field, count > usualNames)
  }
  return bytes
}

function valueBytes(types: Types, { name, parent, fields }: Selected, isRepeated: boolean): number {
  const read = types[parent]?.[name]
  // Introspection has a cost of its own, and `__typename` is a word.
  if (!read) return usual.word
  switch (read.kind) {
    case 'text':
    case 'sealed':
      return isRepeated ? longestText : usual[read.kind]
    case 'word':
    case 'plain':
      return usual[read.kind]
    case 'same':
    case 'joined':
      return objectBytes(types, fields)
    case 'many':
      return usualItems * objectBytes(types, fields)
  }
}
