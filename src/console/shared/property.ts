import type { ResponseOf } from '../api/response-types.ts'

/** Property of the agency, without its nights. */
export type CalendarProperty = Pick<
  ResponseOf<'GET /multi-calendar'>['multiCalendar']['rows'][number],
  | 'propertyUid'
  | 'name'
  | 'city'
  | 'isActive'
  | 'hotelUid'
  | 'parentUid'
  | 'isMaster'
  | 'today'
  | 'currency'
  | 'units'
>

/** Returns the names of a property and one of its units; empty if there is none. */
export function propertyNames(
  properties: readonly CalendarProperty[],
  choice: { propertyUid: string; unitUid: string | null },
): Record<'propertyUid' | 'unitUid', string> {
  const property = properties.find(({ propertyUid }) => propertyUid === choice.propertyUid)
  const unit = property?.units.find(({ unitUid }) => unitUid === choice.unitUid)
  return { propertyUid: property?.name ?? '', unitUid: unit?.name ?? '' }
}
