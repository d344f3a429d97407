/** Which calendars are asked for: contract/pricing.md §11. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
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
import { reachedHotel } from '../../properties/hotels/hotels.ts'
import { reachedProperties } from '../../properties/properties/properties.ts'
import type { RowFilters } from './multi-calendar-facts.sql.ts'

/** The parameters that narrow the rows. */
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

function queryObject() {
  return Type.Object(rowFilterQuery)
}

type Query = Static<ReturnType<typeof queryObject>>

/**
 * The filters that the query names, its references checked.
 *
 * @throws ApiError ACCESS_DENIED, REQUIRED_PARAMETER for one end of a stay without the other,
 *   INVALID_DATE_RANGE
 */
export async function readRowFilters(
  ctx: Context,
  agencyUid: string,
  { propertyUids, freeFrom, freeTo, hotelUid, ...filters }: Query,
): Promise<RowFilters> {
  const { query, tags, cities, isActive, guests } = filters
  const hotel = hotelUid === undefined ? undefined : await reachedHotel(ctx, hotelUid)
  return {
    ...{ query, tags, cities, isActive, guests },
    uids: propertyUids && (await readUids(ctx, agencyUid, propertyUids)),
    hotelUid: hotel?.uid,
    free: readStay(freeFrom, freeTo),
  }
}

async function readUids(ctx: Context, agencyUid: string, texts: string[]): Promise<string[]> {
  const parameterOf = () => 'propertyUids'
  const reached = await reachedProperties(ctx, texts, { parameterOf })
  const foreign = reached.findIndex(({ agency_uid }) => agency_uid !== agencyUid)
  if (foreign >= 0) throw accessDenied('propertyUids', texts[foreign]!)
  return [...new Set(reached.map(({ uid }) => uid))]
}

function readStay(freeFrom: string | undefined, freeTo: string | undefined) {
  if (freeFrom === undefined && freeTo === undefined) return undefined
  if (freeFrom === undefined) throw requiredParameter('freeFrom')
  if (freeTo === undefined) throw requiredParameter('freeTo')
  if (freeTo > freeFrom) return { from: dayOf(freeFrom), to: dayOf(freeTo) }
  throw new ApiError('INVALID_DATE_RANGE', "'freeTo' must be after 'freeFrom'")
}
