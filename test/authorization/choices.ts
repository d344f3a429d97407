/** The fields of a body that have a closed set of values, and other spellings of these. */
import type { Node } from './requests.ts'

/**
 * Field with a closed set of values, one of them, and other spellings that a tolerant parser
 * accepts.
 */
export interface Choice {
  /** Keys that lead to the field; 0 stands for the first item of a list. */
  path: (string | number)[]
  value: string | boolean
  spellings: unknown[]
}

/** Returns every value of every enumeration and boolean of a schema, however deep. */
export function listCandidates(node: Node, path: Choice['path'] = []): Choice[] {
  if (node.enum)
    return node.enum.map(value => ({ path, value, spellings: alternativeSpellings(value) }))
  const type = Array.isArray(node.type) ? node.type[0] : node.type
  if (type === 'boolean') {
    return [true, false].map(value => ({ path, value, spellings: booleanSpellings(value) }))
  }
  if (type === 'array') return node.items ? listCandidates(node.items, [...path, 0]) : []
  const fields = Object.entries(node.properties ?? {})
  return fields.flatMap(([key, field]) => listCandidates(field, [...path, key]))
}

function alternativeSpellings(value: string): string[] {
  const middle = Math.ceil(value.length / 2)
  const inside = `${value.slice(0, middle)}\u007f${value.slice(middle)}`
  return [`${value}\u0001`, `\u0000${value}`, inside, `${value}\r`]
}

function booleanSpellings(value: boolean): unknown[] {
  return value ? ['true', 'TRUE', 1, '1'] : ['false', 'False', 0, '0']
}

/** Returns a body in which a field has a value; parents that it lacks are added. */
export function withValue(body: unknown, [key, ...rest]: Choice['path'], value: unknown): unknown {
  if (key === undefined) return value
  const child = (body as Record<string | number, unknown> | undefined)?.[key]
  const inner = withValue(child, rest, value)
  if (typeof key === 'number') return [inner]
  return { ...(body as object | undefined), [key]: inner }
}
