import { diffFields } from '../../../pending-events/changes.ts'
import type { EventType } from '../../../pending-events/event.ts'
import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import type { PropertyChannelLink } from './property-channel-link.ts'

type LinkEvent = Extract<EventType, `PROPERTY_CHANNEL_LINK_${string}`>

/** Emits an event of a link. `before` is the previous row of a changed one. */
export function recordChannelLink(
  ctx: EventContext,
  type: LinkEvent,
  link: PropertyChannelLink,
  before?: PropertyChannelLink,
): void {
  const { agency_uid, uid, property_uid } = link
  recordEvent(ctx, {
    agencyUid: agency_uid,
    type,
    keys: { property_channel_link_uid: uid, property_uid },
    isNew: type === 'PROPERTY_CHANNEL_LINK_CREATED',
    changes: before ? diffFields(before, link, { last_sync_at: 'lastSyncUtcDateTime' }) : {},
  })
}
