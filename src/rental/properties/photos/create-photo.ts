import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ruleViolation } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { reserveStorage } from '../../access/agency-storage/agency-storage.ts'
import {
  type ContentOwner,
  recordContentUpdate,
} from '../property-content/require-content-owner.ts'
import { updateCoverPhoto } from './change-cover-photo.ts'
import { photosMax } from './photo.ts'
import { countPhotos, type Photo } from './photos.ts'

export interface NewPhoto {
  /** Null: the photo was uploaded, and its file is stored under `uid`. */
  originalImageUrl: string | null
  uid?: string
  /** Size of the uploaded file in bytes. */
  fileSize?: number
  description?: string | null
  displayOrder?: number
  airbnbRoomId?: string | null
}

/**
 * Adds a photo to a property or hotel, last unless `displayOrder` is given (contract/properties.md
 * §6.1).
 *
 * @throws ApiError PAYLOAD_RULE_VIOLATION if the content owner has the maximum number of photos,
 *   STORAGE_QUOTA_EXCEEDED
 */
export async function createPhoto(
  ctx: Context,
  owner: ContentOwner,
  input: NewPhoto,
): Promise<Photo> {
  return transaction(ctx, async (ctx: Context) => {
    // Locks the content owner's row, so its photos are added one after another.
    await recordContentUpdate(ctx, owner)
    const { count, lastOrder } = await countPhotos(ctx, owner)
    if (count >= photosMax) {
      const text = `A property or hotel can have at most ${photosMax} photos`
      throw ruleViolation('photos', text, photosMax)
    }
    const now = ctx.clock.now()
    const { uid = newUid(now.getTime()), displayOrder = lastOrder + 1 } = input
    const photo = await insertRow(ctx, 'photos', {
      agency_uid: owner.agency_uid,
      uid,
      property_uid: owner.property_uid,
      hotel_uid: owner.hotel_uid,
      description: input.description ?? null,
      display_order: displayOrder,
      airbnb_room_id: input.airbnbRoomId ?? null,
      original_image_url: input.originalImageUrl,
      file_size: input.fileSize ?? null,
      created_at: now,
      updated_at: now,
    })
    await updateCoverPhoto(ctx, owner)
    await reserveStorage(ctx, owner.agency_uid, input.fileSize ?? 0)
    return photo
  })
}
