/** Which tables a statement writes, as its text tells. */

/** What a statement is to the transaction that it is part of. */
export interface Reading {
  /** Tables it inserts into, updates or deletes from, in the order of the text. */
  writes: readonly string[]
  /** Those of them that it updates. */
  updates: readonly string[]
  /** An empty result of it means that it has written nothing. */
  tellsRows: boolean
}

const textsMax = 4_000
const readings = new Map<string, Reading>()
const nothing: Reading = { writes: [], updates: [], tellsRows: false }

/** Reads a statement; texts come again and again, so what was read is remembered. */
export function readingOf(text: string): Reading {
  const known = readings.get(text)
  if (known) return known
  const reading = read(text)
  if (readings.size >= textsMax) readings.clear()
  readings.set(text, reading)
  return reading
}

const named = String.raw`(?:"?(\w+)"?\s*\.\s*)?"?(\w+)"?`
const writing = new RegExp(
  String.raw`\b(insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|copy|` +
    String.raw`truncate(?:\s+table)?(?:\s+only)?)\s+${named}`,
  'gi',
)

/** What stands after `update` where it is no statement: `for update of`, `do update set`. */
const noTables = new Set(['set', 'of', 'nowait', 'skip', 'on', 'only', 'cascade', 'restrict'])

function read(text: string): Reading {
  const [writes, updates] = [new Set<string>(), new Set<string>()]
  for (const [, verb, schema, table] of text.matchAll(writing)) {
    if (schema !== undefined && schema.toLowerCase() !== 'public') continue
    const name = table!.toLowerCase()
    if (noTables.has(name) || name.startsWith('pg_')) continue
    writes.add(name)
    if (/^update/i.test(verb!)) updates.add(name)
  }
  if (writes.size === 0) return nothing
  return {
    writes: [...writes],
    updates: [...updates],
    tellsRows: /^\s*(?:\/\*.*?\*\/\s*)?(insert|update|delete)\b/i.test(text),
  }
}
