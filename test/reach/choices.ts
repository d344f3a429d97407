/** The fields of a body that have a closed set of values, and other spellings of these. */
import type { Node } from './requests.ts'

/** A field of a body with one of its values, and spellings that a tolerant reader takes for it. */
export interface Choice {
  /** The keys that lead to the field; a number stands for the first item of a list. */
  path: (string | number)[]
  value: string | boolean
  spellings: unknown[]
}

/** Returns every value of every enumeration and boolean of a schema, however deep. */
export function choicesIn(node: Node, path: Choice['path'] = []): Choice[] {
  if (node.enum) return node.enum.map(value => ({ path, value, spellings: spellingsOf(value) }))
  const type = Array.isArray(node.type) ? node.type[0] : node.type
  if (type === 'boolean') {
    return [true, false].map(value => ({ path, value, spellings: booleansLike(value) }))
  }
  if (type === 'array') return node.items ? choicesIn(node.items, [...path, 0]) : []
  const fields = Object.entries(node.properties ?? {})
  return fields.flatMap(([key, field]) => choicesIn(field, [...path, key]))
}

function spellingsOf(value: string): string[] {
  const middle = Math.ceil(value.length / 2)
  const inside = `${value.slice(0, middle)}\u007f${value.slice(middle)}`
  return [`${value}\u0001`, `\u0000${value}`, inside, `${value}\r`]
}

function booleansLike(value: boolean): unknown[] {
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
