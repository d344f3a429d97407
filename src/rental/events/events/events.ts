/** Queries of events; the only writer of logs, events and versions of objects. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Changes } from '../../../pending-events/changes.ts'
import { PlanCache, slot } from '../../../platform/db/compiled-query.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** Locks the log of an agency until the transaction ends, as writers of events do. */
export async function lockLog({ db }: Pick<Context, 'db'>, agencyUid: string): Promise<void> {
  await sql`insert into event_logs as l (agency_uid, last_seq) values (${agencyUid}, 0)
    on conflict (agency_uid) do update set last_seq = l.last_seq`.execute(db)
}

/** Link between the calendars of two properties: if that of `uid` changes, so does the other. */
export interface Link {
  uid: string
  linkedUid: string
}

/** Returns the links of properties to their masters and subs. */
export async function findLinks(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  propertyUids: string[],
): Promise<Link[]> {
  const { rows } = await sql<Link>`select p.uid, o.uid as "linkedUid"
    from properties p join properties o on o.agency_uid = ${agencyUid}
      and (o.parent_uid = p.uid or o.uid = p.parent_uid) and o.deleted_at is null
    where p.agency_uid = ${agencyUid} and p.uid = any(${propertyUids}::uuid[])
    order by o.uid`.execute(db)
  return rows
}

export interface EventRow {
  /** Position among the events that are stored together, from 1. */
  ordinal: number
  uid: string
  type: string
  legacy_type: string | null
  object_type: string
  object_uid: string
  is_new: boolean
  property_uid: string | null
  hotel_uid: string | null
  lead_uid: string | null
  partner_uid: string | null
  audience: string
  ordering_key: string
  cause: string | null
  payload: Record<string, string>
  changes: Changes
  actor_type: string
  actor_uid: string | null
  request_uid: string | null
}

/**
 * Stores the next events of an agency's log, with the versions of their objects: three statements,
 * to be pipelined. The first locks the log until the transaction ends, so a later transaction gets
 * later positions; the others begin after it and see everything committed before.
 */
export async function storeEvents(
  ctx: ContextPart,
  agencyUid: string,
  rows: EventRow[],
): Promise<void> {
  const objectRows = uniqueObjects(rows)
  const values = {
    agency: agencyUid,
    count: rows.length,
    now: ctx.clock.now(),
    rows: JSON.stringify(rows),
    types: objectRows.map(row => row.object_type),
    objects: objectRows.map(row => row.object_uid),
    // Versions of objects without one; an object older than the log has had version 1.
    versions: objectRows.map(row => (row.is_new ? 1 : 2)),
  }
  await Promise.all([
    plans.execute(ctx, ['log', lockLogSql], values),
    plans.execute(ctx, ['versions', countVersionsSql], values),
    plans.execute(ctx, ['events', insertEventsSql], values),
  ])
}

/**
 * Returns one event per object: the one that creates it, if any, because its version starts at 1.
 */
function uniqueObjects(rows: EventRow[]): EventRow[] {
  const objects = new Map<string, EventRow>()
  for (const row of rows) {
    const key = `${row.object_type} ${row.object_uid}`
    if (row.is_new || !objects.has(key)) objects.set(key, row)
  }
  return [...objects.values()]
}

const plans = new PlanCache()
const agency = slot('agency', 'uuid')
const count = slot('count', 'integer')

const lockLogSql = () => sql`insert into event_logs as l (agency_uid, last_seq)
  values (${agency}, ${count})
  on conflict (agency_uid) do update set last_seq = l.last_seq + excluded.last_seq`

/** The join with the log determines the node of a cluster that inserts the rows. */
const countVersionsSql =
  () => sql`insert into object_versions as v (agency_uid, object_type, object_uid, version)
  select l.agency_uid, g.object_type, g.object_uid, g.version
  from unnest(${slot('types', 'text[]')}, ${slot('objects', 'uuid[]')},
    ${slot('versions', 'int[]')}) as g(object_type, object_uid, version)
  join event_logs l on l.agency_uid = ${agency}
  on conflict (agency_uid, object_type, object_uid) do update set version = v.version + 1`

const insertEventsSql = () => sql`insert into events (agency_uid, seq, uid, type, legacy_type,
    object_type, object_uid, object_version, previous_object_version, property_uid, hotel_uid,
    lead_uid, partner_uid, audience, ordering_key, cause, payload, changes, actor_type, actor_uid,
    request_uid, created_at)
  select l.agency_uid, l.last_seq - ${count} + g.ordinal, g.uid, g.type,
    g.legacy_type, g.object_type, g.object_uid, v.version, v.version - 1, g.property_uid,
    g.hotel_uid, g.lead_uid, g.partner_uid, g.audience, g.ordering_key, g.cause, g.payload,
    g.changes, g.actor_type, g.actor_uid, g.request_uid, ${slot('now', 'timestamptz')}
  from json_to_recordset(${slot('rows', 'json')}) as g(ordinal int, uid uuid, type text,
    legacy_type text, object_type text, object_uid uuid, property_uid uuid, hotel_uid uuid,
    lead_uid uuid, partner_uid uuid, audience text, ordering_key text, cause text,
    payload json, changes jsonb, actor_type text, actor_uid uuid, request_uid uuid)
  cross join lateral (select v.version from object_versions v where v.agency_uid = ${agency}
    and v.object_type = g.object_type and v.object_uid = g.object_uid offset 0) v
  join event_logs l on l.agency_uid = ${agency}`
