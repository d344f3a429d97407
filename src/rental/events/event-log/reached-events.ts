/** Pages of an agency's event log, as far as a caller may see it: contract/events.md §10. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError, accessDenied, invalidParameter, notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import { eventsReach } from '../../access/partners/event-reach.sql.ts'
import { isReached, joinReachOf } from '../../access/partners/reach.sql.ts'
import type { Changes } from '../events/changes.ts'

type ContextPart = Pick<Context, 'db' | 'caller'>

/** What a reader wants of a log. */
export interface EventFilters {
  agencyUid: string
  types: readonly string[] | null
  propertyUid: string | null
  leadUid: string | null
}

/** An event within reach; `personal` tells whether personal data may be shown. */
export interface ReachedEvent {
  agency_uid: string
  seq: number
  uid: string
  type: string
  event_version: number
  object_type: string
  object_uid: string
  object_version: number
  previous_object_version: number
  cause: string | null
  payload: Record<string, string>
  changes: Changes
  actor_type: string
  actor_uid: string | null
  request_uid: string | null
  created_at: Date
  personal: boolean
}

export interface EventPage {
  events: ReachedEvent[]
  /** The highest position looked at. */
  nextAfter: number
  latestSeq: number
}

/** So many positions one page looks at, where it may hide some of them. */
const lookedMax = 10_000

/**
 * The events after a position, ascending. A page also ends where enough was looked at, however
 * little of it the caller may see: `nextAfter` tells how far that was.
 *
 * @throws ApiError EVENTS_GONE, INVALID_PARAMETER for a position that the log has not reached
 */
export async function listEvents(
  { db, caller }: ContextPart,
  filters: EventFilters,
  after: number,
  limit: number,
): Promise<EventPage> {
  const { agencyUid, types, propertyUid, leadUid } = filters
  const hides = caller.kind === 'partner' || types !== null
  const looked = {
    limit: hides ? lookedMax : limit,
    condition: sql`e.seq > ${after}
    ${propertyUid === null ? sql`` : sql`and e.property_uid = ${propertyUid}`}
    ${leadUid === null ? sql`` : sql`and e.lead_uid = ${leadUid}`}`,
  }
  const wanted = types === null ? sql`true` : sql`k.type = any(${types}::text[])`
  const { rows } = await page(caller, agencyUid, looked, { condition: wanted, limit }).execute(db)
  const { last_seq: latestSeq, gone_seq, looked_count, looked_seq } = rows[0]!
  checkPosition(after, gone_seq, latestSeq)
  const events = rows.filter(isEvent)
  if (events.length === limit) return { events, nextAfter: events.at(-1)!.seq, latestSeq }
  const isPart = looked_count === looked.limit
  return { events, nextAfter: isPart ? looked_seq! : latestSeq, latestSeq }
}

/** An event within reach by its uid. */
export async function findEvent(ctx: ContextPart, uid: string): Promise<ReachedEvent | undefined> {
  const { rows } = await sql<{ agency_uid: string; seq: number }>`
    select e.agency_uid, e.seq from events e where ${ofCaller(ctx.caller, 'e')} and e.uid = ${uid}
  `.execute(ctx.db)
  const [found] = rows
  if (!found) return undefined
  const looked = { limit: 1, condition: sql`e.seq = ${found.seq}` }
  const wanted = { condition: sql`true`, limit: 1 }
  const query = page(ctx.caller, found.agency_uid, looked, wanted)
  const { rows: seen } = await query.execute(ctx.db)
  return seen.find(isEvent)
}

/**
 * Checks what the filters refer to; what was deleted still has its events.
 *
 * @throws ApiError ACCESS_DENIED for a property out of reach, LEAD_NOT_FOUND for a lead
 */
export async function checkFilters(
  { db, caller }: ContextPart,
  agencyUid: string,
  { propertyUid, leadUid }: { propertyUid?: string | undefined; leadUid?: string | undefined },
): Promise<Pick<EventFilters, 'propertyUid' | 'leadUid'>> {
  const [property, lead] = [propertyUid, leadUid].map(text => (text ? asUid(text) : null))
  const { rows } = await sql<{ property: boolean; lead: boolean }>`select
    exists (select 1 from properties p where p.agency_uid = ${agencyUid} and p.uid = ${property}
      and ${isReached(caller, 'p')}) as property,
    exists (select 1 from leads l ${joinReachOf(caller, 'l')}
      where l.agency_uid = ${agencyUid} and l.uid = ${lead}) as lead`.execute(db)
  if (propertyUid && !rows[0]!.property) throw accessDenied('propertyUid', propertyUid)
  if (leadUid && !rows[0]!.lead) throw notFound('LEAD_NOT_FOUND', leadUid)
  return { propertyUid: property ?? null, leadUid: lead ?? null }
}

function checkPosition(after: number, goneSeq: number, latestSeq: number): void {
  if (after > latestSeq) {
    throw invalidParameter('after', `must be less than or equal to latestSeq, ${latestSeq}`)
  }
  if (after >= goneSeq) return
  const text = `Events up to ${goneSeq} are no longer stored; resynchronise and continue after`
  throw new ApiError('EVENTS_GONE', `${text} ${goneSeq}`, { members: { oldestSeq: goneSeq + 1 } })
}

/** How far the log is and what was looked at, with each event that is shown or with none. */
type PageRow = {
  last_seq: number
  gone_seq: number
  looked_count: number
  looked_seq: number | null
} & (ReachedEvent | { seq: null })

function isEvent(row: PageRow): row is PageRow & ReachedEvent {
  return row.seq !== null
}

interface Chosen {
  condition: RawBuilder<unknown>
  limit: number
}

function page(
  caller: Caller,
  agencyUid: string,
  looked: Chosen,
  shown: Chosen,
): RawBuilder<PageRow> {
  const agency = sql`${agencyUid}::uuid`
  const reach = eventsReach(caller, agency)
  return sql<PageRow>`with head as (
      select coalesce(max(h.last_seq), 0) as last_seq, coalesce(max(h.gone_seq), 0) as gone_seq
      from event_logs h where h.agency_uid = ${agency}),
    looked as materialized (
      select e.seq, e.type, e.audience, e.property_uid, e.hotel_uid, e.lead_uid, e.partner_uid
      from events e where e.agency_uid = ${agency} and ${looked.condition}
      order by e.seq limit ${looked.limit})
    ${reach.granted},
    shown as (
      select k.*, ${reach.personal} as personal from looked k ${reach.join}
      where ${shown.condition} and ${reach.condition} order by k.seq limit ${shown.limit})
    select h.last_seq, h.gone_seq, (select count(*) from looked) as looked_count,
      (select max(seq) from looked) as looked_seq, e.*, s.personal or ${reach.ownLead} as personal
    from head h left join shown s on true
    left join events e on e.agency_uid = ${agency} and e.seq = s.seq order by s.seq`
}
