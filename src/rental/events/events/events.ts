/** Every query about events; the only writer of logs, events and versions of objects. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Changes } from './changes.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** How far the log of an agency is, and the families of properties. */
export interface LogHead {
  lastSeq: number
  /** Properties whose calendars change together: each of those asked for with each of its links. */
  links: { uid: string; linkedUid: string }[]
}

/**
 * Takes the log of an agency until the transaction ends: who comes later gets later positions, and
 * sees all that was committed before. Masters and subs of the properties are found on the way.
 */
export async function lockLog(
  { db }: ContextPart,
  agencyUid: string,
  propertyUids: string[],
): Promise<LogHead> {
  const { rows } = await sql<{ last_seq: string; links: LogHead['links'] | null }>`
    insert into event_logs as l (agency_uid, last_seq) values (${agencyUid}, 0)
    on conflict (agency_uid) do update set last_seq = l.last_seq
    returning last_seq, (
      select json_agg(json_build_object('uid', p.uid, 'linkedUid', o.uid) order by o.uid)
      from properties p join properties o on o.agency_uid = p.agency_uid
        and (o.parent_uid = p.uid or o.uid = p.parent_uid) and o.deleted_at is null
      where p.agency_uid = ${agencyUid} and p.uid = any(${propertyUids}::uuid[])) as links
  `.execute(db)
  const { last_seq, links } = rows[0]!
  return { lastSeq: Number(last_seq), links: links ?? [] }
}

/** An event with its position, as it is stored. */
export interface EventRow {
  seq: number
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
 * Stores the next events of a locked log in one statement with what follows from them.
 *
 * @param effects further writes that read the events of the statement from `given`
 * @returns whether anything was `queued`
 */
export async function storeEvents(
  { db, clock }: ContextPart,
  agencyUid: string,
  rows: EventRow[],
  effects: { queued: RawBuilder<unknown>; removed: RawBuilder<unknown> },
): Promise<boolean> {
  const { rows: queued } = await sql`with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(seq bigint, uid uuid,
        type text, legacy_type text, object_type text, object_uid uuid, is_new boolean,
        property_uid uuid, hotel_uid uuid, lead_uid uuid, partner_uid uuid, audience text,
        ordering_key text, cause text, payload json, changes jsonb, actor_type text,
        actor_uid uuid, request_uid uuid)),
    counted as (
      update event_logs set last_seq = ${rows.at(-1)!.seq} where agency_uid = ${agencyUid}),
    versions as (
      insert into object_versions as v (agency_uid, object_type, object_uid, version)
      select ${agencyUid}::uuid, g.object_type, g.object_uid,
        case when bool_or(g.is_new) then 1 else 2 end
      from given g group by g.object_type, g.object_uid
      on conflict (agency_uid, object_type, object_uid) do update set version = v.version + 1
      returning v.object_type, v.object_uid, v.version),
    stored as (
      insert into events (agency_uid, seq, uid, type, legacy_type, object_type, object_uid,
        object_version, previous_object_version, property_uid, hotel_uid, lead_uid, partner_uid,
        audience, ordering_key, cause, payload, changes, actor_type, actor_uid, request_uid,
        created_at)
      select ${agencyUid}::uuid, g.seq, g.uid, g.type, g.legacy_type, g.object_type, g.object_uid,
        v.version, v.version - 1, g.property_uid, g.hotel_uid, g.lead_uid, g.partner_uid,
        g.audience, g.ordering_key, g.cause, g.payload, g.changes, g.actor_type, g.actor_uid,
        g.request_uid, ${clock.now()}::timestamptz
      from given g join versions v using (object_type, object_uid)),
    queued as (${effects.queued}),
    removed as (${effects.removed})
    select 1 from queued limit 1`.execute(db)
  return queued.length > 0
}
