import { invalidParameter } from '../../../platform/errors.ts'
import type { PropertyRow } from '../properties/properties.ts'

/**
 * Checks that a property may become a sub-property of another: one level only, no unit types.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export function checkSubLink(
  master: PropertyRow,
  sub: PropertyRow,
  subHasSubs: boolean,
  parameter: string,
): void {
  if (master.uid === sub.uid) throw invalidParameter(parameter, 'must not be the property itself')
  if (master.parent_uid !== null) {
    throw invalidParameter(parameter, 'must not be a sub-property: only one level is allowed')
  }
  if (master.hotel_uid !== null) throw invalidParameter(parameter, 'must not be a unit type')
  if (sub.hotel_uid !== null) throw invalidParameter(parameter, 'is not allowed for a unit type')
  if (subHasSubs) {
    throw invalidParameter(parameter, 'is not allowed for a property that has sub-properties')
  }
}
