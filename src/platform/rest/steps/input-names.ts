/** Names and aliases of input fields: contract/general.md §9. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { exactlyOne, type FieldError } from '../../errors.ts'

/** Returns the name that a request uses for a field: its alias only if that alone has a value. */
export function sentName(
  sent: Record<string, unknown>,
  key: string,
  { 'x-alias': alias }: { 'x-alias'?: string },
  errors: FieldError[],
): string {
  if (alias === undefined || sent[alias] == null) return key
  if (sent[key] == null) return alias
  if (!isDeepStrictEqual(sent[key], sent[alias])) {
    const { code, message, members } = exactlyOne([key, alias])
    errors.push({ field: key, code, message, members })
  }
  return key
}

/** Renames keys to the case of the schema; the last of duplicates counts. */
export function normalizeCase(
  { properties = {} }: { properties?: object },
  value: Record<string, unknown>,
): Record<string, unknown> {
  const schemaKeys = new Map(Object.keys(properties).map(key => [key.toLowerCase(), key]))
  const entries = Object.entries(value).map(([key, item]) => [
    schemaKeys.get(key.toLowerCase()) ?? key,
    item,
  ])
  return Object.fromEntries(entries)
}
