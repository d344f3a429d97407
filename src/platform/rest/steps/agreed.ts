import { exactlyOne } from '../../errors.ts'

/**
 * Returns the value of a field that clients may send under two names, undefined where neither was
 * sent.
 *
 * @param names the two names, for the text of the refusal
 * @throws ApiError CONFLICTING_PARAMETERS for two values that differ
 */
export function agreed<T>(
  names: [string, string],
  first: T | undefined,
  second: T | undefined,
): T | undefined {
  if (first === undefined) return second
  if (second === undefined) return first
  if (first !== second) throw exactlyOne(names)
  return first
}
