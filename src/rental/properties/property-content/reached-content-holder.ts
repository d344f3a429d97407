/** Whose content it is: exactly one of a property and a hotel (contract/properties.md §6). */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { fixedError } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { since, Type, uid } from '../../../platform/rest/fields.ts'
import { agencyOf } from '../../access/agencies/tenant.sql.ts'
import { isHotelReached, isReached, type Wanted } from '../../access/partners/reach.sql.ts'
import { lockHotel, reachedHotel, setHotelPicture } from '../hotels/hotels.ts'
import { touchHotel } from '../hotels/touch-hotel.ts'
import { lockProperty, reachedProperty, setPropertyPicture } from '../properties/properties.ts'
import { touchProperty } from '../properties/touch-property.ts'

/** A holder's columns as content rows have them. */
export interface ContentHolder {
  agency_uid: string
  property_uid: string | null
  hotel_uid: string | null
}

/** The parameters that name a holder, in a query or a body; hotels since v3.1. */
export const holderFields = {
  propertyUid: Type.Optional(uid()),
  hotelUid: Type.Optional(since('3.1', uid())),
}

/**
 * The holder that a query or body names.
 *
 * @throws ApiError HOTEL_OR_PROPERTY_UID_REQUIRED, ACCESS_DENIED, READ_ONLY_GRANT
 */
export async function reachedHolder(
  ctx: Context,
  { propertyUid, hotelUid }: { propertyUid?: string; hotelUid?: string },
  wanted: Pick<Wanted, 'access'> = {},
): Promise<ContentHolder> {
  if ((propertyUid === undefined) === (hotelUid === undefined)) {
    throw fixedError('HOTEL_OR_PROPERTY_UID_REQUIRED')
  }
  if (propertyUid === undefined) {
    const { agency_uid, uid } = await reachedHotel(ctx, hotelUid!, wanted)
    return { agency_uid, property_uid: null, hotel_uid: uid }
  }
  return holderOf(await reachedProperty(ctx, propertyUid, wanted))
}

/** What `objectType` says that `objectUid` names. */
export const objectTypes = ['PROPERTY', 'HOTEL'] as const

/**
 * The holder that `objectUid` and `objectType` name.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT
 */
export async function reachedObject(
  ctx: Context,
  { objectUid, objectType }: { objectUid: string; objectType: (typeof objectTypes)[number] },
  wanted: Pick<Wanted, 'access'> = {},
): Promise<ContentHolder> {
  const named = { ...wanted, parameter: 'objectUid' }
  if (objectType === 'HOTEL') {
    const { agency_uid, uid } = await reachedHotel(ctx, objectUid, named)
    return { agency_uid, property_uid: null, hotel_uid: uid }
  }
  return holderOf(await reachedProperty(ctx, objectUid, named))
}

/** A property as what content belongs to. */
export function holderOf({ agency_uid, uid }: { agency_uid: string; uid: string }): ContentHolder {
  return { agency_uid, property_uid: uid, hotel_uid: null }
}

/** @throws ApiError READ_ONLY_GRANT when the caller may only read what the row belongs to */
export async function checkWritable(ctx: Context, row: ContentHolder): Promise<void> {
  const access = { access: 'READ_WRITE' } as const
  if (row.property_uid !== null) await reachedProperty(ctx, row.property_uid, access)
  else await reachedHotel(ctx, row.hotel_uid!, access)
}

/** The condition that the caller reaches what the content row under an alias belongs to. */
export function isHolderReached({ caller }: Context, alias: string): Sql {
  const row = sql.table(alias)
  const agency = agencyOf(caller, alias)
  return sql`(exists (select 1 from properties p where p.agency_uid = ${agency}
      and p.uid = ${row}.property_uid and p.deleted_at is null and ${isReached(caller, 'p')})
    or exists (select 1 from hotels h where h.agency_uid = ${agency}
      and h.uid = ${row}.hotel_uid and h.deleted_at is null and ${isHotelReached(caller, 'h')}))`
}

/**
 * Makes writers of a holder's content wait for each other until the transaction ends, so that what
 * one has counted or compared still holds when it writes.
 */
export async function lockHolder(
  ctx: Context,
  { agency_uid, property_uid, hotel_uid }: ContentHolder,
): Promise<void> {
  if (property_uid === null) await lockHotel(ctx, { agency_uid, uid: hotel_uid! })
  else await lockProperty(ctx, { agency_uid, uid: property_uid })
}

/** Says that what a property or hotel shows of itself changed: contract/properties.md §4, §7.4. */
export async function touchHolder(ctx: Context, row: ContentHolder): Promise<void> {
  if (row.property_uid !== null) {
    await touchProperty(ctx, { agency_uid: row.agency_uid, uid: row.property_uid })
  } else await touchHotel(ctx, { agency_uid: row.agency_uid, uid: row.hotel_uid! })
}

/** Keeps the link to the first photo of a property or hotel; null when it has none. */
export async function keepPictureLink(
  ctx: Context,
  { agency_uid, property_uid, hotel_uid }: ContentHolder,
  link: string | null,
): Promise<void> {
  if (property_uid === null) await setHotelPicture(ctx, { agency_uid, uid: hotel_uid! }, link)
  else await setPropertyPicture(ctx, { agency_uid, uid: property_uid }, link)
}
