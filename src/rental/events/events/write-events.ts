import type { Context } from '../../../context.ts'
import { isSpread } from '../../../platform/db/gathered/spread.ts'
import { newUid } from '../../../platform/uid.ts'
import { deliveriesChannel } from '../deliveries/deliveries.ts'
import { queueDeliveries } from '../deliveries/queue-deliveries.sql.ts'
import { listWebhooksOf, removeWebhooks } from '../webhooks/remove-webhooks.sql.ts'
import { withoutPersonal } from './changes.ts'
import { type EventRow, findLinks, type Link, storeEvents } from './events.ts'
import type { PendingEvent } from './pending-event.ts'
import type { Announcement, Families, WrittenEvents } from './pending-events.ts'

const availability = 'PROPERTY_AVAILABILITY_UPDATED'

/**
 * Writes the events of a transaction as its last statements: each with the next position in the
 * agency's log, and with its deliveries (contract/events.md §6.1, §10). The log is held from the
 * first of them to the commit, so positions have no gaps and become visible in their order. They
 * are asked for when this answers, and, but for a cluster, not yet answered: nobody else's commit
 * waits for more than the database needs for them.
 *
 * @returns who is to be told once it has committed
 */
export async function writeEvents(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  pending: PendingEvent[],
  families: Families = new Map(),
): Promise<WrittenEvents> {
  const calendars = pending.flatMap(({ type, keys }) =>
    type === availability && keys.property_uid ? [keys.property_uid] : [],
  )
  const now = ctx.clock.now()
  const links = await linksOf(ctx, agencyUid, calendars, families)
  const events: PendingEvent[] = []
  for (const event of pending) {
    events.push(event)
    if (event.type !== availability) continue
    events.push(...ofLinked(event, links, [...pending, ...events], now))
  }
  const deleted = events.filter(({ type }) => type === 'DELETED_PROPERTY')
  const gone = deleted.map(({ objectUid }) => objectUid)
  const orphans = gone.length > 0 ? await listWebhooksOf(ctx, agencyUid, gone) : []
  const stored = storeEvents(ctx, agencyUid, events.map(rowOf))
  const queued = queueDeliveries(ctx, agencyUid, events.length)
  // Only now: what tells of the end is still told to those that end with it.
  const removed = removeWebhooks(ctx, agencyUid, orphans)
  // One is answered after the other: the first that fails says why the others do.
  const told = Promise.all([stored, queued, removed]).then(([, isQueued]): Announcement[] =>
    isQueued ? [[deliveriesChannel, agencyUid]] : [],
  )
  // There deliveries are read before they are written, and the commit comes after that.
  if (isSpread(ctx.db)) await told
  return { told }
}

async function linksOf(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  calendars: string[],
  families: Families,
): Promise<Link[]> {
  const known = calendars.flatMap(uid => {
    return families.get(uid)?.map(linkedUid => ({ uid, linkedUid })) ?? []
  })
  const asked = calendars.filter(uid => !families.has(uid))
  if (asked.length === 0) return known
  return [...known, ...(await findLinks(ctx, agencyUid, asked))]
}

/**
 * Copies an event for each property whose calendar changes with this one (contract/events.md §4).
 */
function ofLinked(
  event: PendingEvent,
  links: Link[],
  all: PendingEvent[],
  now: Date,
): PendingEvent[] {
  const lead = event.keys.lead_uid
  const isTold = (uid: string) =>
    all.some(({ type, keys }) => {
      return type === availability && keys.property_uid === uid && keys.lead_uid === lead
    })
  const linked = links.filter(({ uid, linkedUid }) => {
    return uid === event.keys.property_uid && !isTold(linkedUid)
  })
  return linked.map(({ linkedUid }) => ({
    ...event,
    uid: newUid(now.getTime()),
    objectUid: linkedUid,
    keys: { ...event.keys, property_uid: linkedUid },
  }))
}

function rowOf(event: PendingEvent, i: number): EventRow {
  const { agencyUid, type, keys, actor } = event
  return {
    place: i + 1,
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
    // What a guest's data were or are is asked of the lead, not kept in a log.
    changes: keys.lead_uid ? withoutPersonal(event.changes) : event.changes,
    actor_type: actor.type,
    actor_uid: actor.uid,
    request_uid: event.requestUid,
  }
}

/** What is sent to a destination in order: contract/events.md §8.4. */
function orderingKey({ agencyUid, type, keys }: PendingEvent): string {
  if (keys.lead_uid && type !== availability) return `lead:${keys.lead_uid}`
  if (keys.property_uid) return `property:${keys.property_uid}`
  return keys.hotel_uid ? `hotel:${keys.hotel_uid}` : `agency:${agencyUid}`
}
