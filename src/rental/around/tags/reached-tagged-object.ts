/** What tags are on: properties, hotels and leads (contract/resources.md §3). */
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Wanted } from '../../access/partners/reach.sql.ts'
import { type NewEvent, recordEvent } from '../../events/events/record-event.ts'
import { findStoredLead, lockLeads, reachedLead } from '../../leads/leads/leads.ts'
import { lockHotel, reachedHotel } from '../../properties/hotels/hotels.ts'
import { touchHotel } from '../../properties/hotels/touch-hotel.ts'
import { lockProperty, reachedProperty } from '../../properties/properties/properties.ts'
import { touchProperty } from '../../properties/properties/touch-property.ts'
import type { TaggedType } from './tag.ts'
import type { TaggedObject } from './tags.ts'

/**
 * The object that `objectUid` and `objectType` name.
 *
 * @throws ApiError ACCESS_DENIED of a property or hotel, LEAD_NOT_FOUND; READ_ONLY_GRANT
 */
export async function reachedTagged(
  ctx: Context,
  { objectUid, objectType: type }: { objectUid: string; objectType: TaggedType },
  wanted: Pick<Wanted, 'access'> = {},
): Promise<TaggedObject> {
  if (type === 'LEAD') {
    const { agency_uid, uid } = await reachedLead(ctx, objectUid, wanted)
    return { agency_uid, uid, type }
  }
  const reached = type === 'HOTEL' ? reachedHotel : reachedProperty
  const { agency_uid, uid } = await reached(ctx, objectUid, { ...wanted, parameter: 'objectUid' })
  return { agency_uid, uid, type }
}

/**
 * Makes those who change the tags of an object wait for each other.
 *
 * @throws ApiError LEAD_NOT_FOUND of a lead that has gone meanwhile
 */
export async function lockTagged(ctx: Context, object: TaggedObject): Promise<void> {
  if (object.type === 'PROPERTY') return lockProperty(ctx, object)
  if (object.type === 'HOTEL') return void (await lockHotel(ctx, object))
  const [lead] = await lockLeads(ctx, object.agency_uid, [object.uid])
  if (!lead) throw notFound('LEAD_NOT_FOUND', object.uid)
}

/**
 * Says that an object's tags changed (contract/events.md §3.5). A lead is not changed by its tags.
 */
export async function touchTagged(ctx: Context, object: TaggedObject): Promise<void> {
  if (object.type === 'HOTEL') return touchHotel(ctx, object)
  if (object.type === 'PROPERTY') {
    await touchProperty(ctx, object)
    return recordTags(ctx, object, { property_uid: object.uid })
  }
  const lead = await findStoredLead(ctx, object)
  if (lead.status === 'SAMPLE') return
  recordTags(ctx, object, { lead_uid: lead.uid, property_uid: lead.property_uid })
}

function recordTags(ctx: Context, { agency_uid }: TaggedObject, keys: NewEvent['keys']): void {
  recordEvent(ctx, { agencyUid: agency_uid, type: 'TAGS_UPDATED', keys })
}
