import type { TSchema } from 'typebox'

/** What a schema says of a value, as far as it matters here. */
interface Node {
  properties?: Record<string, Node & Record<string, unknown>>
  items?: Node
}

/**
 * An answer without the members that a mark of its schema hides (`x-personal`), and without any
 * that the schema does not know: for callers of whom the queries know nothing.
 *
 * @param marks that hide a member
 */
export function shown(schema: TSchema, value: unknown, marks: readonly string[]): unknown {
  return shownOf(schema as Node, value, marks)
}

function shownOf({ properties, items }: Node, value: unknown, marks: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map(one => shownOf(items ?? {}, one, marks))
  if (typeof value !== 'object' || value === null || !properties) return value
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const node = properties[name]
    if (!node || marks.some(mark => node[mark] === true)) return []
    return [[name, shownOf(node, inner, marks)]]
  })
  return Object.fromEntries(entries)
}
