import type { Context } from '../../../context.ts'
import { withoutPersonal } from '../../../pending-events/changes.ts'
import type { PendingEvent } from '../../../pending-events/pending-event.ts'
import type {
  Announcement,
  Families,
  WrittenEvents,
} from '../../../pending-events/pending-events.ts'
import { newUid } from '../../../platform/uid.ts'
import { deliveriesChannel } from '../deliveries/deliveries.ts'
import { queueDeliveries } from '../deliveries/queue-deliveries.sql.ts'
import { listPropertyWebhooks, removeWebhooks } from '../webhooks/remove-webhooks.sql.ts'
import { type EventRow, findLinks, type Link, storeEvents } from './events.ts'

const availabilityUpdated = 'PROPERTY_AVAILABILITY_UPDATED'

/**
 * Writes the events of a transaction as its last statements: each with the next position in the
 * agency's log, and with its deliveries (contract/events.md §6.1, §10). The log is locked from the
 * first statement to the commit, so positions have no gaps and become visible in order. All
 * statements have been sent when this returns, and `notifications` resolves when they have
 * completed: the commits of other transactions wait only as long as the database needs.
 *
 * @returns the notifications to send after the commit
 */
export async function writeEvents(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  pending: PendingEvent[],
  families: Families = new Map(),
): Promise<WrittenEvents> {
  const calendarUids = pending.flatMap(({ type, keys }) =>
    type === availabilityUpdated && keys.property_uid ? [keys.property_uid] : [],
  )
  const now = ctx.clock.now()
  const links = await listLinks(ctx, agencyUid, calendarUids, families)
  const events: PendingEvent[] = []
  for (const event of pending) {
    events.push(event)
    if (event.type !== availabilityUpdated) continue
    events.push(...copyForLinked(event, links, [...pending, ...events], now))
  }
  const deletions = events.filter(({ type }) => type === 'DELETED_PROPERTY')
  const deletedUids = deletions.map(({ objectUid }) => objectUid)
  const orphanedWebhooks =
    deletedUids.length > 0 ? await listPropertyWebhooks(ctx, agencyUid, deletedUids) : []
  const stored = storeEvents(ctx, agencyUid, events.map(toEventRow))
  const queued = queueDeliveries(ctx, agencyUid, events.length)
  // Webhooks are removed last, so that the event of a deletion is still sent to them.
  const removed = removeWebhooks(ctx, agencyUid, orphanedWebhooks)
  // Replies arrive in order, so the first rejection is the cause of the later ones.
  const notified = Promise.all([stored, queued, removed]).then(([, isQueued]): Announcement[] =>
    isQueued ? [[deliveriesChannel, agencyUid]] : [],
  )
  return { notifications: notified }
}

async function listLinks(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  calendarUids: string[],
  families: Families,
): Promise<Link[]> {
  const cachedLinks = calendarUids.flatMap(uid => {
    return families.get(uid)?.map(linkedUid => ({ uid, linkedUid })) ?? []
  })
  const uncachedUids = calendarUids.filter(uid => !families.has(uid))
  if (uncachedUids.length === 0) return cachedLinks
  return [...cachedLinks, ...(await findLinks(ctx, agencyUid, uncachedUids))]
}

/**
 * Copies an event for each property whose calendar changes with this one (contract/events.md §4),
 * unless it already has an event for the same lead.
 */
function copyForLinked(
  event: PendingEvent,
  links: Link[],
  existing: PendingEvent[],
  now: Date,
): PendingEvent[] {
  const leadUid = event.keys.lead_uid
  const hasEvent = (uid: string) =>
    existing.some(({ type, keys }) => {
      return type === availabilityUpdated && keys.property_uid === uid && keys.lead_uid === leadUid
    })
  const linked = links.filter(({ uid, linkedUid }) => {
    return uid === event.keys.property_uid && !hasEvent(linkedUid)
  })
  return linked.map(({ linkedUid }) => ({
    ...event,
    uid: newUid(now.getTime()),
    objectUid: linkedUid,
    keys: { ...event.keys, property_uid: linkedUid },
  }))
}

function toEventRow(event: PendingEvent, i: number): EventRow {
  const { agencyUid, type, keys, actor } = event
  return {
    ordinal: i + 1,
    uid: event.uid,
    type,
    legacy_type: event.legacyType,
    object_type: event.objectType,
    object_uid: event.objectUid,
    is_new: event.isNew,
    property_uid: keys.property_uid ?? null,
    hotel_uid: keys.hotel_uid ?? null,
    lead_uid: keys.lead_uid ?? null,
    partner_uid: event.partnerUid,
    audience: event.audience,
    ordering_key: orderingKey(event),
    cause: event.cause,
    payload: { agency_uid: agencyUid, event_type: type, ...keys },
    // The log stores no guest data: readers fetch it from the lead.
    changes: keys.lead_uid ? withoutPersonal(event.changes) : event.changes,
    actor_type: actor.type,
    actor_uid: actor.uid,
    request_uid: event.requestUid,
  }
}

/**
 * Returns the key within which deliveries to a destination are ordered: contract/events.md §8.4.
 */
function orderingKey({ agencyUid, type, keys }: PendingEvent): string {
  if (keys.lead_uid && type !== availabilityUpdated) return `lead:${keys.lead_uid}`
  if (keys.property_uid) return `property:${keys.property_uid}`
  return keys.hotel_uid ? `hotel:${keys.hotel_uid}` : `agency:${agencyUid}`
}
