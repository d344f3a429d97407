/** Objects with tags: properties, hotels and leads (contract/resources.md §3). */
import type { Context } from '../../../context.ts'
import { type NewEvent, recordEvent } from '../../../pending-events/record-event.ts'
import { notFound } from '../../../platform/errors.ts'
import type { RequiredAccess } from '../../access/partners/access-scope.sql.ts'
import { findStoredLead, lockLeads, requireLead } from '../../leads/leads/leads.ts'
import { lockHotel, requireHotel } from '../../properties/hotels/hotels.ts'
import { recordHotelUpdate } from '../../properties/hotels/record-hotel-update.ts'
import { lockProperty, requireProperty } from '../../properties/properties/properties.ts'
import { recordPropertyUpdate } from '../../properties/properties/record-property-update.ts'
import type { TaggedType } from '../../properties/tags/tag.ts'
import type { TaggedObject } from '../../properties/tags/tags.ts'

/**
 * Returns the object of `objectUid` and `objectType` and checks the access of the caller.
 *
 * @throws ApiError ACCESS_DENIED for a property or hotel, LEAD_NOT_FOUND for a lead;
 *   READ_ONLY_GRANT
 */
export async function requireTaggedObject(
  ctx: Context,
  { objectUid, objectType: type }: { objectUid: string; objectType: TaggedType },
  required: Pick<RequiredAccess, 'access'> = {},
): Promise<TaggedObject> {
  if (type === 'LEAD') {
    const { agency_uid, uid } = await requireLead(ctx, objectUid, required)
    return { agency_uid, uid, type }
  }
  const requireObject = type === 'HOTEL' ? requireHotel : requireProperty
  const { agency_uid, uid } = await requireObject(ctx, objectUid, {
    ...required,
    parameter: 'objectUid',
  })
  return { agency_uid, uid, type }
}

/**
 * Locks an object against concurrent changes of its tags.
 *
 * @throws ApiError LEAD_NOT_FOUND if the lead was deleted concurrently
 */
export async function lockTaggedObject(ctx: Context, object: TaggedObject): Promise<void> {
  if (object.type === 'PROPERTY') return lockProperty(ctx, object)
  if (object.type === 'HOTEL') return void (await lockHotel(ctx, object))
  const [lead] = await lockLeads(ctx, object.agency_uid, [object.uid])
  if (!lead) throw notFound('LEAD_NOT_FOUND', object.uid)
}

/**
 * Records that the tags of an object changed (contract/events.md §3.5). A lead itself is not
 * changed by its tags.
 */
export async function recordTagChange(ctx: Context, object: TaggedObject): Promise<void> {
  if (object.type === 'HOTEL') return recordHotelUpdate(ctx, object)
  if (object.type === 'PROPERTY') {
    await recordPropertyUpdate(ctx, object)
    return recordTags(ctx, object, { property_uid: object.uid })
  }
  const lead = await findStoredLead(ctx, object)
  if (lead.status === 'SAMPLE') return
  recordTags(ctx, object, { lead_uid: lead.uid, property_uid: lead.property_uid })
}

function recordTags(ctx: Context, { agency_uid }: TaggedObject, keys: NewEvent['keys']): void {
  recordEvent(ctx, { agencyUid: agency_uid, type: 'TAGS_UPDATED', keys })
}
