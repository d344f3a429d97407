/** The names by which clients send fields: contract/general.md §9. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { exactlyOne, type FieldError } from '../../errors.ts'

/** Returns the name that a field is sent by: its own unless only its alias has a value. */
export function spellingIn(
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

/** Normalizes the case of keys to that of the schema; the last of equal ones counts. */
export function inOurCase(
  { properties = {} }: { properties?: object },
  value: Record<string, unknown>,
): Record<string, unknown> {
  const ours = new Map(Object.keys(properties).map(key => [key.toLowerCase(), key]))
  const entries = Object.entries(value).map(([key, given]) => [
    ours.get(key.toLowerCase()) ?? key,
    given,
  ])
  return Object.fromEntries(entries)
}
