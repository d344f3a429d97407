/**
 * Stays that feeds of a property have exported. A claim of another system that repeats one of them
 * is an echo: docs/decisions/0015-ical-import.md.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { asDate, dayNumber } from '../availability/availability.sql.ts'
import type { Days } from '../availability/calendar-inputs.ts'
import type { Feed } from './calendar-feeds.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** A stay that a feed exports; its dates are civil. */
export interface ExportedStay {
  /** Lead; or the unit type, for a run of nights on which it is fully booked. */
  stayUid: string
  checkIn: string
  checkOut: string
  /** Calendar that reported the lead. */
  icalUid: string | null
}

const recentMs = 60_000

/** Differences between the stays that a feed exports and those that are recorded. */
export interface ExportChanges {
  added: ExportedStay[]
  ended: ExportedStay[]
  /** True when a stay was recorded within the last minute. */
  isRecent: boolean
}

/** Compares the stays that a feed exports with those that are recorded for its address. */
export async function compareExports(
  { db, clock }: ContextPart,
  feed: Feed,
  stays: ExportedStay[],
): Promise<ExportChanges> {
  const now = clock.now()
  const { rows: stored } = await sql<ExportRow>`select stay_uid, check_in, check_out, exported_at
    from exported_stays where agency_uid = ${feed.agency_uid} and address_uid = ${feedAddress(feed)}
      and ended_at is null`.execute(db)
  const toKey = (stay: ExportedStay) => [stay.stayUid, stay.checkIn, stay.checkOut].join(' ')
  const exported = new Set(stays.map(toKey))
  const recorded = new Set(stored.map(row => toKey(toExportedStay(row))))
  return {
    added: stays.filter(stay => !recorded.has(toKey(stay))),
    ended: stored.map(toExportedStay).filter(stay => !exported.has(toKey(stay))),
    isRecent: stored.some(row => now.getTime() - row.exported_at.getTime() < recentMs),
  }
}

/** Returns the uid under which exports of a feed are recorded: its calendar or property. */
function feedAddress({ ical_uid, property_uid }: Feed): string {
  return ical_uid ?? property_uid
}

/** Ends the records of stays that a feed no longer exports. */
export async function endExports(
  { db, clock }: ContextPart,
  feed: Feed,
  ended: ExportedStay[],
): Promise<void> {
  await sql`update exported_stays e set ended_at = ${clock.now()} from ${unnestStays(ended)}
    where e.agency_uid = ${feed.agency_uid} and e.address_uid = ${feedAddress(feed)}
      and e.ended_at is null and e.stay_uid = s.stay_uid and e.check_in = s.check_in
      and e.check_out = s.check_out`.execute(db)
}

export async function addExports(
  { db, clock }: ContextPart,
  feed: Feed,
  added: ExportedStay[],
): Promise<void> {
  const { agency_uid, property_uid } = feed
  await sql`insert into exported_stays (agency_uid, address_uid, stay_uid, check_in, check_out,
      property_uid, ical_uid, exported_at)
    select ${agency_uid}::uuid, ${feedAddress(feed)}::uuid, s.stay_uid, s.check_in, s.check_out,
      ${property_uid}::uuid, s.ical_uid, ${clock.now()}::timestamptz
    from ${unnestStays(added)}
    on conflict (agency_uid, address_uid, stay_uid, check_in, check_out) do update
      set ended_at = null, exported_at = excluded.exported_at`.execute(db)
}

interface ExportRow {
  stay_uid: string
  check_in: string
  check_out: string
  exported_at: Date
}

function toExportedStay({ stay_uid, check_in, check_out }: ExportRow): ExportedStay {
  return { stayUid: stay_uid, checkIn: check_in, checkOut: check_out, icalUid: null }
}

function unnestStays(stays: ExportedStay[]) {
  return sql`unnest(${stays.map(stay => stay.stayUid)}::uuid[],
    ${stays.map(stay => stay.checkIn)}::date[], ${stays.map(stay => stay.checkOut)}::date[],
    ${stays.map(stay => stay.icalUid)}::uuid[]) s (stay_uid, check_in, check_out, ical_uid)`
}

/** Stay whose UID an imported event has: it must have been exported. */
export interface ProvenStay extends ExportedStay {
  agencyUid: string
  propertyUid: string
  /** Calendar that repeats the stay. */
  repeatedBy: string
  /** Null: the lead still holds its nights. */
  endedAt: Date | null
}

/**
 * Records a stay that an event repeats, unless an export of it is recorded already. The address is
 * that of the calendar if its own feed was fetched before, that is, if any export of this feed is
 * recorded; otherwise it is that of the property.
 */
export async function recordProven({ db, clock }: ContextPart, stay: ProvenStay): Promise<void> {
  const { agencyUid, repeatedBy, stayUid, checkIn, checkOut, propertyUid, endedAt } = stay
  await sql`insert into exported_stays (agency_uid, address_uid, stay_uid, check_in, check_out,
      property_uid, exported_at, ended_at)
    select ${agencyUid}::uuid,
      case when exists (select 1 from exported_stays f where f.agency_uid = ${agencyUid}
        and f.address_uid = ${repeatedBy}) then ${repeatedBy}::uuid else ${propertyUid}::uuid end,
      ${stayUid}::uuid, ${checkIn}::date, ${checkOut}::date, ${propertyUid}::uuid,
      ${clock.now()}::timestamptz, ${endedAt}::timestamptz
    where not exists (select 1 from exported_stays e where e.agency_uid = ${agencyUid}
      and e.property_uid = ${propertyUid} and e.stay_uid = ${stayUid}
      and e.check_in < ${checkOut}::date and e.check_out > ${checkIn}::date)
    on conflict do nothing`.execute(db)
}

/**
 * Ends exports of a lead that releases nights, and exports of its unit type, which is no longer
 * fully booked on these nights.
 */
export async function endExportsOfLead(
  { db, clock }: ContextPart,
  lead: { agency_uid: string; uid: string; property_uid: string | null },
  { checkIn, checkOut }: { checkIn: string; checkOut: string },
): Promise<void> {
  const { agency_uid, uid, property_uid } = lead
  const overlaps = sql`check_in < ${checkOut}::date and check_out > ${checkIn}::date`
  await sql`update exported_stays set ended_at = ${clock.now()}
    where agency_uid = ${agency_uid} and ended_at is null
      and stay_uid = any(${[uid, property_uid ?? uid]}::uuid[])
      and (stay_uid = ${uid} or ${overlaps})`.execute(db)
}

/** Nights that a feed exported, as day numbers. */
export interface ExportedNights {
  /** Calendar that may repeat them. */
  icalUid: string
  stayUid: string
  from: number
  to: number
  exportedAt: Date
  endedAt: Date | null
}

/**
 * Lists the exported nights that calendars may repeat: exports of their own feeds or, if the feed
 * of a calendar was never fetched, of any feed of the property. Nights that a calendar reported
 * itself are left out.
 */
export async function listExported(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  icals: { uid: string; property_uid: string }[],
  { from, to }: Days,
): Promise<ExportedNights[]> {
  if (icals.length === 0) return []
  const { rows } = await sql<ExportedNights>`
    select c.ical_uid as "icalUid", e.stay_uid as "stayUid",
      ${dayNumber(sql`e.check_in`)} as "from", ${dayNumber(sql`e.check_out`)} as "to",
      e.exported_at as "exportedAt", e.ended_at as "endedAt"
    from unnest(${icals.map(({ uid }) => uid)}::uuid[],
      ${icals.map(({ property_uid }) => property_uid)}::uuid[]) c (ical_uid, property_uid)
    join exported_stays e on e.agency_uid = ${agencyUid} and e.property_uid = c.property_uid
      and (e.address_uid = c.ical_uid or not exists (select 1 from exported_stays f
        where f.agency_uid = ${agencyUid} and f.address_uid = c.ical_uid))
    where e.ical_uid is distinct from c.ical_uid
      and e.check_out > ${asDate(from)} and e.check_in < ${asDate(to)}`.execute(db)
  return rows
}

/** Moves the exports of a calendar to the one that replaces it. */
export async function moveExported(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`update exported_stays set
      address_uid = case when address_uid = ${from} then ${to}::uuid else address_uid end,
      ical_uid = case when ical_uid = ${from} then ${to}::uuid else ical_uid end
    where agency_uid = ${agencyUid} and (address_uid = ${from} or ical_uid = ${from})`.execute(db)
}

/** Finds the next end of an export of a property after an instant. */
export async function findNextEnd(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  propertyUid: string,
  since: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`select min(ended_at) as next
    from exported_stays where agency_uid = ${agencyUid} and property_uid = ${propertyUid}
      and ended_at > ${since}`.execute(db)
  return rows[0]!.next
}

const retentionDays = 60

/** Deletes exports of stays that ended before the retention period. */
export async function deleteOldExports(
  { db }: Pick<Context, 'db'>,
  feed: Feed,
  today: number,
): Promise<void> {
  await sql`delete from exported_stays where agency_uid = ${feed.agency_uid}
    and address_uid = ${feedAddress(feed)}
    and check_out < ${asDate(today - retentionDays)}`.execute(db)
}
