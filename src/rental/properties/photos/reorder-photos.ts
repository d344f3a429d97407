import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { listContent } from '../property-content/content.ts'
import {
  type ContentOwner,
  lockContentOwner,
  recordContentUpdate,
} from '../property-content/require-content-owner.ts'
import { updateCoverPhoto } from './change-cover-photo.ts'
import { photoOrder } from './photo.ts'
import { numberPhotos, type Photo } from './photos.ts'

/**
 * Numbers the photos of a property or hotel from 0 in the order of `uidTexts`
 * (contract/properties.md §6.1). Emits no event if every photo has its number already.
 *
 * @throws ApiError INVALID_PARAMETER unless `uidTexts` has each of its photos once
 */
export async function reorderPhotos(
  ctx: Context,
  owner: ContentOwner,
  uidTexts: string[],
): Promise<Photo[]> {
  return transaction(ctx, async (ctx: Context) => {
    await lockContentOwner(ctx, owner)
    const list = () => listContent(ctx, 'photos', owner, photoOrder)
    const current = await list()
    const uids = requireAll(uidTexts, current)
    if (current.every(({ uid, display_order }) => uids[display_order] === uid)) return current
    await numberPhotos(ctx, owner.agency_uid, uids)
    await updateCoverPhoto(ctx, owner)
    await recordContentUpdate(ctx, owner)
    return list()
  })
}

/** Returns the uids in the order of `uidTexts`. */
function requireAll(uidTexts: string[], photos: Photo[]): string[] {
  const missing = new Set(photos.map(({ uid }) => uid))
  const known = new Set(missing)
  const uids = uidTexts.map((text, i) => {
    const uid = asUid(text) ?? ''
    if (!known.has(uid)) throw refuse(i, `must be a photo of the property or hotel: ${text}`)
    if (!missing.delete(uid)) throw refuse(i, `must not be repeated: ${text}`)
    return uid
  })
  const [first] = missing
  if (first === undefined) return uids
  const reason = `must contain all photos of the property or hotel, also ${first}`
  throw invalidParameter('photoUids', reason)
}

function refuse(i: number, reason: string) {
  return invalidParameter(`photoUids[${i}]`, reason)
}
