/** Tables that a statement writes, parsed from its text. */

/** Effect of a statement on the cache versions. */
export interface ParsedWrites {
  /** Tables it inserts into, updates or deletes from, in the order of the text. */
  writes: readonly string[]
  /** Updated tables among them. */
  updates: readonly string[]
  /** True if the result has the number of written rows: no rows means no writes. */
  reportsRowCount: boolean
}

const textsMax = 4_000
const parsedByText = new Map<string, ParsedWrites>()
const noWrites: ParsedWrites = { writes: [], updates: [], reportsRowCount: false }

/** Parses a statement. Results are cached by text. */
export function parseWrites(text: string): ParsedWrites {
  const cached = parsedByText.get(text)
  if (cached) return cached
  const parsed = parseText(text)
  if (parsedByText.size >= textsMax) parsedByText.clear()
  parsedByText.set(text, parsed)
  return parsed
}

const tableName = String.raw`(?:"?(\w+)"?\s*\.\s*)?"?(\w+)"?`
const writePattern = new RegExp(
  String.raw`\b(insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|copy|` +
    String.raw`truncate(?:\s+table)?(?:\s+only)?)\s+${tableName}`,
  'gi',
)

/** Words after `update` that are not tables: `for update of`, `do update set`. */
const keywords = new Set(['set', 'of', 'nowait', 'skip', 'on', 'only', 'cascade', 'restrict'])

function parseText(text: string): ParsedWrites {
  const [writes, updates] = [new Set<string>(), new Set<string>()]
  for (const [, verb, schema, table] of text.matchAll(writePattern)) {
    if (schema !== undefined && schema.toLowerCase() !== 'public') continue
    const name = table!.toLowerCase()
    if (keywords.has(name) || name.startsWith('pg_')) continue
    writes.add(name)
    if (/^update/i.test(verb!)) updates.add(name)
  }
  if (writes.size === 0) return noWrites
  return {
    writes: [...writes],
    updates: [...updates],
    reportsRowCount: /^\s*(?:\/\*.*?\*\/\s*)?(insert|update|delete)\b/i.test(text),
  }
}
