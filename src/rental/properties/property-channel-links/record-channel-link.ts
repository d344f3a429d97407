import { changesOf } from '../../events/events/changes.ts'
import type { EventType } from '../../events/events/event.ts'
import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import type { PropertyChannelLink } from './property-channel-link.ts'

type LinkEvent = Extract<EventType, `PROPERTY_CHANNEL_LINK_${string}`>

/** Tells of a link; of a changed one how it was `before`. */
export function recordChannelLink(
  ctx: Telling,
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
    changes: before ? changesOf(before, link, { last_sync_at: 'lastSyncUtcDateTime' }) : {},
  })
}
