import type { TSchema } from 'typebox'

interface SchemaNode {
  properties?: Record<string, SchemaNode & Record<string, unknown>>
  items?: SchemaNode
}

/**
 * Removes the members that have a hiding flag in the schema, such as `x-personal`, and members that
 * are not in the schema. For callers whose restrictions the queries do not apply.
 *
 * @param hidingFlags names of the flags
 */
export function redact(schema: TSchema, value: unknown, hidingFlags: readonly string[]): unknown {
  return redactNode(schema as SchemaNode, value, hidingFlags)
}

function redactNode(
  { properties, items }: SchemaNode,
  value: unknown,
  hidingFlags: readonly string[],
): unknown {
  if (Array.isArray(value)) return value.map(item => redactNode(items ?? {}, item, hidingFlags))
  if (typeof value !== 'object' || value === null || !properties) return value
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const node = properties[name]
    if (!node || hidingFlags.some(flag => node[flag] === true)) return []
    return [[name, redactNode(node, inner, hidingFlags)]]
  })
  return Object.fromEntries(entries)
}
