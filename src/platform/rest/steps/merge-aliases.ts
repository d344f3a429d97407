import { exactlyOne } from '../../errors.ts'

/**
 * Returns the value of a field that has two names; undefined if neither was sent.
 *
 * @param names both names, for the error message
 * @throws ApiError CONFLICTING_PARAMETERS if the values differ
 */
export function mergeAliases<T>(
  names: [string, string],
  value: T | undefined,
  aliasValue: T | undefined,
): T | undefined {
  if (value === undefined) return aliasValue
  if (aliasValue === undefined) return value
  if (value !== aliasValue) throw exactlyOne(names)
  return value
}
