import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ruleViolation } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { takeStorage } from '../../access/agency-storage/agency-storage.ts'
import { type ContentHolder, touchHolder } from '../property-content/reached-content-holder.ts'
import { keepFirstPicture } from './keep-first-picture.ts'
import { photosMax } from './photo.ts'
import { countPhotos, type Photo } from './photos.ts'

export interface NewPhoto {
  /** Null: the photo was uploaded, its file is stored under `uid`. */
  originalImageUrl: string | null
  uid?: string
  /** Of the uploaded file, in bytes. */
  fileSize?: number
  description?: string | null
  displayOrder?: number
  airbnbRoomId?: string | null
}

/**
 * Adds a photo to what a property or hotel shows, as the last one unless it says where
 * (contract/properties.md §6.1).
 *
 * @throws ApiError PAYLOAD_RULE_VIOLATION when the holder has all the photos it may have,
 *   STORAGE_QUOTA_EXCEEDED
 */
export async function createPhoto(
  ctx: Context,
  holder: ContentHolder,
  wanted: NewPhoto,
): Promise<Photo> {
  return transaction(ctx, async (ctx: Context) => {
    // The holder's row is locked by this, so photos of one holder are added one after the other.
    await touchHolder(ctx, holder)
    const { count, last } = await countPhotos(ctx, holder)
    if (count >= photosMax) {
      const text = `A property or hotel can have at most ${photosMax} photos`
      throw ruleViolation('photos', text, photosMax)
    }
    const now = ctx.clock.now()
    const { uid = newUid(now.getTime()), displayOrder = last + 1 } = wanted
    const photo = await insertRow(ctx, 'photos', {
      agency_uid: holder.agency_uid,
      uid,
      property_uid: holder.property_uid,
      hotel_uid: holder.hotel_uid,
      description: wanted.description ?? null,
      display_order: displayOrder,
      airbnb_room_id: wanted.airbnbRoomId ?? null,
      original_image_url: wanted.originalImageUrl,
      file_size: wanted.fileSize ?? null,
      created_at: now,
      updated_at: now,
    })
    await keepFirstPicture(ctx, holder)
    await takeStorage(ctx, holder.agency_uid, wanted.fileSize ?? 0)
    return photo
  })
}
