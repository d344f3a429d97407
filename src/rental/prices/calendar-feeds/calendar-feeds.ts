/** Calendar feeds: contract/pricing.md §10. */

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { agencyRow } from '../../access/agencies/tenant.sql.ts'
import { asDate, isUnexpired, selectOccupiedProperties } from '../availability/availability.sql.ts'
import type { Days } from '../availability/calendar-inputs.ts'

/** Returns a new token: 128 random bits. */
function newToken(): string {
  return randomBytes(16).toString('hex')
}

export function feedUrl({ settings }: Pick<Context, 'settings'>, token: string): string {
  return `${settings.publicUrl}/calendar/${token}.ics`
}

/** Inserts a feed with a new token for each property. */
export async function insertFeeds(
  { db }: Pick<Context, 'db'>,
  properties: { agency_uid: string; uid: string }[],
  now: Date,
): Promise<void> {
  const rows = properties.map(({ agency_uid, uid }) => ({
    token: newToken(),
    agency_uid,
    property_uid: uid,
    created_at: now,
  }))
  await insertRows({ db }, 'calendar_feeds', rows)
}

/** Finds the feed token of a property that the caller has access to. */
export async function findFeedToken(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<string | undefined> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('token')
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', uid)
    .executeTakeFirst()
  return feed?.token
}

/** Replaces the token of the feed of a property and returns it. */
export async function renewFeed(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid: property_uid }: { agency_uid: string; uid: string },
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('calendar_feeds')
    .values({ token, agency_uid, property_uid, created_at: clock.now() })
    .onConflict(conflict => conflict.columns(['agency_uid', 'property_uid']).doUpdateSet({ token }))
    .execute()
  return token
}

/** Replaces the token of the feed for an imported calendar and returns it. */
export async function renewIcalFeed(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ical: { agency_uid: string; uid: string; property_uid: string },
): Promise<string> {
  const token = newToken()
  const { agency_uid, property_uid, uid: ical_uid } = ical
  await db
    .insertInto('ical_feeds')
    .values({ token, agency_uid, property_uid, ical_uid, created_at: clock.now() })
    .onConflict(conflict => conflict.column('ical_uid').doUpdateSet({ token }))
    .execute()
  return token
}

/** Moves a feed to the calendar that replaces another one; its URL stays the same. */
export async function moveIcalFeed(
  { db }: Pick<Context, 'db'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db.updateTable('ical_feeds').set({ ical_uid: to }).where('ical_uid', '=', from).execute()
}

/** Lists the feed tokens of imported calendars, by calendar. */
export async function listIcalTokens(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  icalUids: string[],
): Promise<Map<string, string>> {
  if (icalUids.length === 0) return new Map()
  const feeds = await db
    .selectFrom('ical_feeds')
    .select(['token', 'ical_uid'])
    .where('agency_uid', '=', agencyUid)
    .where('ical_uid', '=', sql<string>`any(${icalUids}::uuid[])`)
    .execute()
  return new Map(feeds.map(({ token, ical_uid }) => [ical_uid, token]))
}

/** Returns the provider of leads that come from a calendar: contract/leads.md §10.1. */
export function toProvider(source: string): string {
  return source === 'BOOKINGDOTCOM' ? 'booking.com' : source.toLowerCase()
}

export interface Feed {
  agency_uid: string
  property_uid: string
  time_zone: string
  hotel_uid: string | null
  /** Imported calendar whose own stays are left out; null: general feed. */
  ical_uid: string | null
}

/** Finds the source of an imported calendar, even of a deleted one. */
export async function findIcalSource(
  { db }: Pick<Context, 'db'>,
  { agency_uid, ical_uid }: Feed,
): Promise<string | undefined> {
  const ical = await db
    .selectFrom('icals')
    .select('source')
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', ical_uid)
    .executeTakeFirst()
  return ical?.source
}

/**
 * Finds a feed by its token, unless the property is deleted. The token is the credential and
 * determines the agency.
 */
export async function findFeedUnscoped(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<Feed | undefined> {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  const feed = (await findPropertyFeed(db, token)) ?? (await findIcalFeed(db, token))
  if (!feed) return undefined
  const property = await db
    .selectFrom('properties')
    .select(['time_zone', 'hotel_uid'])
    .where('agency_uid', '=', feed.agency_uid)
    .where('uid', '=', feed.property_uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return property && { ...feed, ...property }
}

async function findPropertyFeed(db: Context['db'], token: string) {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select(['agency_uid', 'property_uid'])
    .where('token', '=', token)
    .executeTakeFirst()
  return feed && { ...feed, ical_uid: null }
}

async function findIcalFeed(db: Context['db'], token: string) {
  return db
    .selectFrom('ical_feeds')
    .select(['agency_uid', 'property_uid', 'ical_uid'])
    .where('token', '=', token)
    .executeTakeFirst()
}

/** Lead in a feed, with civil dates. */
export interface FeedLead {
  uid: string
  status: string
  check_in: string
  check_out: string
  updated_at: Date
  /** UID of its event, if another system reported the lead. */
  feed_uid: string | null
  /**
   * Calendar that reports the lead, and the nights of its event when last imported. They are not
   * exported back to that calendar.
   */
  ical_uid: string | null
  reported_from: string | null
  reported_to: string | null
}

/**
 * Lists the leads that hold nights of `days` at a property or a linked one, by check-in. Each step
 * uses lateral joins in a fixed order: other orders, which the planner chooses without statistics,
 * took a thousand times as long.
 *
 * @param exceptProviders providers whose imported events are left out
 */
export async function listFeedLeads(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  feed: Feed,
  days: Days,
  exceptProviders: string[],
): Promise<FeedLead[]> {
  const agency = feed.agency_uid
  const property = agencyRow('p', sql`${agency}::uuid`)
  const { rows } = await sql<FeedLead>`
    with held as materialized (
      select distinct o.lead_uid
      from units u
      cross join lateral (select o.lead_uid from occupancies o
        where o.agency_uid = ${agency} and o.unit_uid = u.uid
          and o.occupied && daterange(${asDate(days.from)}, ${asDate(days.to)}) offset 0) o
      where u.agency_uid = ${agency} and u.deleted_at is null
        and u.property_uid = any((select ${selectOccupiedProperties(property)} from properties p
          where p.agency_uid = ${agency} and p.uid = ${feed.property_uid})::uuid[]))
    select l.uid, l.status, l.check_in_local::date as check_in,
      l.check_out_local::date as check_out, l.updated_at, l.feed_uid, r.ical_uid,
      r.check_in as reported_from, r.check_out as reported_to
    from held h
    cross join lateral (select l.* from leads l
      where l.agency_uid = ${agency} and l.uid = h.lead_uid offset 0) l
    left join ical_blocks b on b.agency_uid = ${agency} and b.lead_uid = l.uid
    left join lateral (select e.* from feed_events e
      where e.agency_uid = ${agency} and e.uid = b.event_uid
      union all
      select e.* from feed_events e
      where e.agency_uid = ${agency} and e.lead_uid = l.uid
        and e.state in ('STORED', 'PARTIAL') limit 1) r on true
    where ${isUnexpired(clock.now())} and coalesce(b.is_exported, true)
      and coalesce(l.ical_provider, '') <> all(${exceptProviders}::text[])
      and l.check_in_local < ${asDate(days.to)} and l.check_out_local::date > ${asDate(days.from)}
    order by l.check_in_local, l.uid`.execute(db)
  return rows
}
