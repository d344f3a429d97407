/** Pages of an agency's event log with the events that a caller may see: contract/events.md §10. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Changes } from '../../../pending-events/changes.ts'
import {
  ApiError,
  accessDenied,
  fixedError,
  invalidParameter,
  notFound,
} from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isEnabledAgency } from '../../access/agency-states/agency-state.sql.ts'
import { isPropertyAccessible, joinCallerAccess } from '../../access/partners/access-scope.sql.ts'
import { eventPageAccess } from '../../access/partners/event-access.sql.ts'

type ContextPart = Pick<Context, 'db' | 'caller'>

/** Filters of a reader of the log. */
export interface EventFilters {
  agencyUid: string
  types: readonly string[] | null
  propertyUid: string | null
  leadUid: string | null
}

/** Accessible event; `personal` is true if personal data may be returned. */
export interface AccessibleEvent {
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
  events: AccessibleEvent[]
  /** Highest position scanned. */
  nextAfter: number
  latestSeq: number
}

/** Maximum number of positions that one page scans when some of them may be hidden. */
const scannedMax = 10_000

/**
 * Lists the events after a position, ascending. A page also ends after a maximum number of scanned
 * positions, however few of them the caller may see: `nextAfter` is the last one scanned.
 *
 * @throws ApiError AGENCY_DISABLED, EVENTS_GONE, INVALID_PARAMETER for a position beyond the log
 */
export async function listEvents(
  { db, caller }: ContextPart,
  filters: EventFilters,
  after: number,
  limit: number,
): Promise<EventPage> {
  const { agencyUid, types, propertyUid, leadUid } = filters
  const mayHideEvents = caller.kind === 'partner' || types !== null
  const scan = {
    limit: mayHideEvents ? scannedMax : limit,
    condition: sql`e.seq > ${after}
    ${propertyUid === null ? sql`` : sql`and e.property_uid = ${propertyUid}`}
    ${leadUid === null ? sql`` : sql`and e.lead_uid = ${leadUid}`}`,
  }
  // `k` is an alias of {@link pageQuery}.
  const hasType = types === null ? sql`true` : sql`k.type = any(${types}::text[])`
  const { rows } = await pageQuery(caller, agencyUid, scan, {
    condition: hasType,
    limit,
  }).execute(db)
  const { last_seq: latestSeq, gone_seq: purgedSeq, scanned_count, scanned_seq } = rows[0]!
  if (rows[0]!.is_disabled) throw fixedError('AGENCY_DISABLED')
  checkPosition(after, purgedSeq, latestSeq)
  const events = rows.filter(isEvent)
  if (events.length === limit) return { events, nextAfter: events.at(-1)!.seq, latestSeq }
  // The log may continue after a scan that ended at its limit.
  const mayContinue = scanned_count === scan.limit
  return { events, nextAfter: mayContinue ? scanned_seq! : latestSeq, latestSeq }
}

export async function findEvent(
  ctx: ContextPart,
  uid: string,
): Promise<AccessibleEvent | undefined> {
  const { rows } = await sql<{ agency_uid: string; seq: number }>`
    select e.agency_uid, e.seq from events e where ${inCallerTenant(ctx.caller, 'e')}
      and e.uid = ${uid}
  `.execute(ctx.db)
  const [position] = rows
  if (!position) return undefined
  const scan = { limit: 1, condition: sql`e.seq = ${position.seq}` }
  const filter = { condition: sql`true`, limit: 1 }
  const query = pageQuery(ctx.caller, position.agency_uid, scan, filter)
  const { rows: pageRows } = await query.execute(ctx.db)
  return pageRows.find(isEvent)
}

/**
 * Checks the objects named by the filters; deleted ones still have events.
 *
 * @throws ApiError ACCESS_DENIED for an inaccessible property, LEAD_NOT_FOUND for a lead
 */
export async function checkFilters(
  { db, caller }: ContextPart,
  agencyUid: string,
  { propertyUid, leadUid }: { propertyUid?: string | undefined; leadUid?: string | undefined },
): Promise<Pick<EventFilters, 'propertyUid' | 'leadUid'>> {
  const [property = null, lead = null] = [propertyUid, leadUid].map(text =>
    text ? asUid(text) : null,
  )
  const { rows } = await sql<{ isPropertyFound: boolean; isLeadFound: boolean }>`select
    exists (select 1 from properties p where p.agency_uid = ${agencyUid} and p.uid = ${property}
      and ${isPropertyAccessible(caller, 'p')}) as "isPropertyFound",
    exists (select 1 from leads l ${joinCallerAccess(caller, 'l')}
      where l.agency_uid = ${agencyUid} and l.uid = ${lead}) as "isLeadFound"`.execute(db)
  const { isPropertyFound, isLeadFound } = rows[0]!
  if (propertyUid && !isPropertyFound) throw accessDenied('propertyUid', propertyUid)
  if (leadUid && !isLeadFound) throw notFound('LEAD_NOT_FOUND', leadUid)
  return { propertyUid: property, leadUid: lead }
}

function checkPosition(after: number, purgedSeq: number, latestSeq: number): void {
  if (after > latestSeq) {
    throw invalidParameter('after', `must be less than or equal to latestSeq, ${latestSeq}`)
  }
  if (after >= purgedSeq) return
  const text = `Events up to ${purgedSeq} are no longer stored; resynchronise and continue after`
  throw new ApiError('EVENTS_GONE', `${text} ${purgedSeq}`, {
    members: { oldestSeq: purgedSeq + 1 },
  })
}

/** Row with the log's last position, the last one scanned, and a visible event or null. */
type PageRow = {
  last_seq: number
  gone_seq: number
  scanned_count: number
  scanned_seq: number | null
  is_disabled: boolean
} & (AccessibleEvent | { seq: null })

function isEvent(row: PageRow): row is PageRow & AccessibleEvent {
  return row.seq !== null
}

interface RowSelection {
  condition: RawBuilder<unknown>
  limit: number
}

/**
 * Returns the query of a page. `scan` selects the first positions of events `e`, `filter` those of
 * them, `k`, that the page contains. The rows are at least one, without an event if none is
 * visible.
 */
function pageQuery(
  caller: Caller,
  agencyUid: string,
  scan: RowSelection,
  filter: RowSelection,
): RawBuilder<PageRow> {
  const agency = sql`${agencyUid}::uuid`
  const access = eventPageAccess(caller, agency)
  return sql<PageRow>`with head as (
      select coalesce(max(h.last_seq), 0) as last_seq, coalesce(max(h.gone_seq), 0) as gone_seq
      from event_logs h where h.agency_uid = ${agency}),
    scanned as materialized (
      select e.seq, e.type, e.audience, e.property_uid, e.hotel_uid, e.lead_uid, e.partner_uid
      from events e where e.agency_uid = ${agency} and ${scan.condition}
      order by e.seq limit ${scan.limit})
    ${access.granted},
    visible as (
      select k.*, ${access.personal} as personal from scanned k ${access.join}
      where ${filter.condition} and ${access.condition} order by k.seq limit ${filter.limit})
    select h.last_seq, h.gone_seq, (select count(*) from scanned) as scanned_count,
      (select max(seq) from scanned) as scanned_seq, e.*,
      not ${isEnabledAgency(agency)} as is_disabled,
      s.personal or ${access.ownLead} as personal
    from head h left join visible s on true
    left join events e on e.agency_uid = ${agency} and e.seq = s.seq order by s.seq`
}
