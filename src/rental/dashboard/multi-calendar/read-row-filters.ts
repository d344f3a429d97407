/** Filters of a multi-calendar: contract/pricing.md §11. */
import type { Static, TObject } from 'typebox'
import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { ApiError, accessDenied, requiredParameter } from '../../../platform/errors.ts'
import {
  bool,
  date,
  integer,
  integerMax,
  listOf,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { propertiesMax } from '../../prices/calendar/calendar-shape.ts'
import { requireHotel } from '../../properties/hotels/hotels.ts'
import { requireProperties } from '../../properties/properties/properties.ts'
import type { RowFilters } from './multi-calendar-inputs.sql.ts'

export const rowFilterQuery = {
  propertyUids: Type.Optional(listOf(uid(), propertiesMax)),
  query: Type.Optional(text()),
  tags: Type.Optional(listOf(text({ max: 100 }), 20)),
  cities: Type.Optional(listOf(text(), 100)),
  isActive: Type.Optional(bool()),
  hotelUid: Type.Optional(uid()),
  guests: Type.Optional(integer(1, integerMax)),
  freeFrom: Type.Optional(date()),
  freeTo: Type.Optional(date()),
}

type Query = Static<TObject<typeof rowFilterQuery>>

/**
 * Reads the filters of a query and checks its references.
 *
 * @throws ApiError ACCESS_DENIED, REQUIRED_PARAMETER for one end of a stay without the other,
 *   INVALID_DATE_RANGE
 */
export async function readRowFilters(
  ctx: Context,
  agencyUid: string,
  filters: Query,
): Promise<RowFilters> {
  const { propertyUids, hotelUid, query, tags, cities, isActive, guests } = filters
  const hotel = hotelUid === undefined ? undefined : await requireHotel(ctx, hotelUid)
  return {
    ...{ query, tags, cities, isActive, guests },
    uids: propertyUids && (await requireUidsOfAgency(ctx, agencyUid, propertyUids)),
    hotelUid: hotel?.uid,
    free: readFreeDays(filters),
  }
}

async function requireUidsOfAgency(
  ctx: Context,
  agencyUid: string,
  texts: string[],
): Promise<string[]> {
  const properties = await requireProperties(ctx, texts, {
    // Errors name the whole list, not its element.
    parameterOf: () => 'propertyUids',
  })
  const foreignIndex = properties.findIndex(({ agency_uid }) => agency_uid !== agencyUid)
  if (foreignIndex >= 0) throw accessDenied('propertyUids', texts[foreignIndex]!)
  return [...new Set(properties.map(({ uid }) => uid))]
}

function readFreeDays({ freeFrom, freeTo }: Query) {
  if (freeFrom === undefined && freeTo === undefined) return undefined
  if (freeFrom === undefined) throw requiredParameter('freeFrom')
  if (freeTo === undefined) throw requiredParameter('freeTo')
  if (freeTo > freeFrom) return { from: dayOf(freeFrom), to: dayOf(freeTo) }
  throw new ApiError('INVALID_DATE_RANGE', "'freeTo' must be after 'freeFrom'")
}
