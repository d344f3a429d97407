/** Owner of content: a property or a hotel (contract/properties.md §6). */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { fixedError } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { since, Type, uid } from '../../../platform/rest/fields.ts'
import { agencyOf } from '../../access/agencies/tenant.sql.ts'
import {
  isHotelAccessible,
  isPropertyAccessible,
  type RequiredAccess,
} from '../../access/partners/access-scope.sql.ts'
import { lockHotel, requireHotel, setHotelPicture } from '../hotels/hotels.ts'
import { recordHotelUpdate } from '../hotels/record-hotel-update.ts'
import { lockProperty, requireProperty, setPropertyPicture } from '../properties/properties.ts'
import { recordPropertyUpdate } from '../properties/record-property-update.ts'

/** Owner columns of content rows. Exactly one of the two uids is not null. */
export interface ContentOwner {
  agency_uid: string
  property_uid: string | null
  hotel_uid: string | null
}

/** Parameters for the content owner in a query or a body; hotels since v3.1. */
export const contentOwnerFields = {
  propertyUid: Type.Optional(uid()),
  hotelUid: Type.Optional(since('3.1', uid())),
}

/**
 * Returns the content owner that a query or body names, if the caller may access it.
 *
 * @throws ApiError HOTEL_OR_PROPERTY_UID_REQUIRED, ACCESS_DENIED, READ_ONLY_GRANT
 */
export async function requireContentOwner(
  ctx: Context,
  { propertyUid, hotelUid }: { propertyUid?: string; hotelUid?: string },
  options: Pick<RequiredAccess, 'access'> = {},
): Promise<ContentOwner> {
  if ((propertyUid === undefined) === (hotelUid === undefined)) {
    throw fixedError('HOTEL_OR_PROPERTY_UID_REQUIRED')
  }
  if (propertyUid === undefined) {
    const { agency_uid, uid } = await requireHotel(ctx, hotelUid!, options)
    return { agency_uid, property_uid: null, hotel_uid: uid }
  }
  return toContentOwner(await requireProperty(ctx, propertyUid, options))
}

export const objectTypes = ['PROPERTY', 'HOTEL'] as const

/**
 * Returns the content owner with this `objectUid` and `objectType`, if the caller may access it.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT
 */
export async function requireContentObject(
  ctx: Context,
  { objectUid, objectType }: { objectUid: string; objectType: (typeof objectTypes)[number] },
  options: Pick<RequiredAccess, 'access'> = {},
): Promise<ContentOwner> {
  const namedOptions = { ...options, parameter: 'objectUid' }
  if (objectType === 'HOTEL') {
    const { agency_uid, uid } = await requireHotel(ctx, objectUid, namedOptions)
    return { agency_uid, property_uid: null, hotel_uid: uid }
  }
  return toContentOwner(await requireProperty(ctx, objectUid, namedOptions))
}

/** Returns a property as owner of content. */
export function toContentOwner({
  agency_uid,
  uid,
}: {
  agency_uid: string
  uid: string
}): ContentOwner {
  return { agency_uid, property_uid: uid, hotel_uid: null }
}

/** @throws ApiError READ_ONLY_GRANT if the caller has only read access to the content owner */
export async function checkWritable(ctx: Context, row: ContentOwner): Promise<void> {
  const access = { access: 'READ_WRITE' } as const
  if (row.property_uid !== null) await requireProperty(ctx, row.property_uid, access)
  else await requireHotel(ctx, row.hotel_uid!, access)
}

/**
 * Returns the condition that the caller may access the content owner of the content row under an
 * alias.
 */
export function isContentOwnerAccessible({ caller }: Context, alias: string): Sql {
  const row = sql.table(alias)
  const agency = agencyOf(caller, alias)
  return sql`(exists (select 1 from properties p where p.agency_uid = ${agency}
      and p.uid = ${row}.property_uid and p.deleted_at is null
        and ${isPropertyAccessible(caller, 'p')})
    or exists (select 1 from hotels h where h.agency_uid = ${agency}
      and h.uid = ${row}.hotel_uid and h.deleted_at is null and ${isHotelAccessible(caller, 'h')}))`
}

/** Locks the content owner against other writers of its content until the transaction ends. */
export async function lockContentOwner(
  ctx: Context,
  { agency_uid, property_uid, hotel_uid }: ContentOwner,
): Promise<void> {
  if (property_uid === null) await lockHotel(ctx, { agency_uid, uid: hotel_uid! })
  else await lockProperty(ctx, { agency_uid, uid: property_uid })
}

/** Bumps `updated_at` of the content owner and emits its event: contract/properties.md §4, §7.4. */
export async function recordContentUpdate(ctx: Context, row: ContentOwner): Promise<void> {
  if (row.property_uid !== null) {
    await recordPropertyUpdate(ctx, { agency_uid: row.agency_uid, uid: row.property_uid })
  } else await recordHotelUpdate(ctx, { agency_uid: row.agency_uid, uid: row.hotel_uid! })
}

/** Stores the link to the first photo of a property or hotel; null if it has none. */
export async function setPictureLink(
  ctx: Context,
  { agency_uid, property_uid, hotel_uid }: ContentOwner,
  link: string | null,
): Promise<void> {
  if (property_uid === null) await setHotelPicture(ctx, { agency_uid, uid: hotel_uid! }, link)
  else await setPropertyPicture(ctx, { agency_uid, uid: property_uid }, link)
}
