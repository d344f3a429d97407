/** Stored data of a guest, by the map in `personal-data-map.ts`. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import {
  type ErasedValue,
  type PersonalTable,
  personalDataMap,
  type Relation,
} from './personal-data-map.ts'

type Db = Pick<Context, 'db'>

export interface GuestKey {
  agency_uid: string
  uid: string
}

/** Keys of the records related to a guest, by type: uids, or sequence numbers of events. */
export type RelatedRecords = Record<Exclude<Relation, 'replies'>, (string | number)[]>

/** Returns the related records of a guest, including deleted leads. */
export async function listRelatedRecords(ctx: Db, guest: GuestKey): Promise<RelatedRecords> {
  const leads = await queryIds(
    ctx,
    sql`select lead_uid as id from lead_guests
    where agency_uid = ${guest.agency_uid} and guest_uid = ${guest.uid} order by lead_uid`,
  )
  const leadRecords = await listLeadRecords(ctx, guest.agency_uid, leads, guest.uid)
  return { ...leadRecords, guest: [guest.uid] }
}

/** Returns the related records of leads, and of threads without a lead if a guest is given. */
export async function listLeadRecords(
  ctx: Db,
  agencyUid: string,
  leads: Id[],
  guestUid: string | null = null,
): Promise<RelatedRecords> {
  const agency = sql`agency_uid = ${agencyUid}`
  const orders = await queryIds(
    ctx,
    sql`select uid as id from orders where ${agency} and lead_uid = ${anyUid(leads)}`,
  )
  const threads = await queryIds(
    ctx,
    sql`select uid as id from threads
    where ${agency} and (guest_uid = ${guestUid} or lead_uid = ${anyUid(leads)})`,
  )
  const messages = await queryIds(
    ctx,
    sql`select uid as id from messages where ${agency} and thread_uid = ${anyUid(threads)}`,
  )
  const events = await queryIds(
    ctx,
    sql`select seq as id from events where ${agency} and lead_uid = ${anyUid(leads)}
    union all
    select seq from events where ${agency} and ${threads.length > 0} and lead_uid is null
      and object_type = 'THREAD' and object_uid = ${anyUid(threads)}`,
  )
  const deliveries = await listEventDeliveries(ctx, agencyUid, events)
  return { guest: [], leads, orders, threads, messages, events, deliveries }
}

/** Returns the related records of messages, without those of their threads. */
export async function listMessageRecords(
  ctx: Db,
  agencyUid: string,
  messages: Id[],
): Promise<RelatedRecords> {
  const events = await queryIds(
    ctx,
    sql`select seq as id from events where agency_uid = ${agencyUid}
    and type = 'NEW_INBOX_MESSAGE' and payload ->> 'message_uid' = any(${messages}::text[])`,
  )
  const deliveries = await listEventDeliveries(ctx, agencyUid, events)
  return { guest: [], leads: [], orders: [], threads: [], messages, events, deliveries }
}

type Id = string | number

async function listEventDeliveries(ctx: Db, agencyUid: string, events: Id[]): Promise<Id[]> {
  return queryIds(
    ctx,
    sql`select uid as id from deliveries
    where agency_uid = ${agencyUid} and seq = any(${events}::bigint[])`,
  )
}

async function queryIds({ db }: Db, statement: Sql): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`${statement}`.execute(db)
  return rows.map(({ id }) => id)
}

function anyUid(uids: Id[]): Sql {
  return sql`any(${uids}::uuid[])`
}

/** Returns the stored rows of a table with its personal and exported columns. */
export async function listPersonalRows(
  { db }: Db,
  agencyUid: string,
  [table, rules]: [string, PersonalTable],
  related: RelatedRecords,
): Promise<Record<string, unknown>[]> {
  const columns = [...(rules.exportedColumns ?? []), ...Object.keys(rules.personal)]
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(table)}
    where ${isRelated(agencyUid, rules, related)}`.execute(db)
  return rows
}

/**
 * Erases personal data of a guest in a table, except redacted columns. Returns the number of rows.
 */
export async function erasePersonalRows(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  [table, rules]: [string, PersonalTable],
  related: RelatedRecords,
): Promise<number> {
  const condition = isRelated(agencyUid, rules, related)
  if (rules.deletesRows) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where ${condition}`.execute(db)
    return Number(numAffectedRows)
  }
  const erasedColumns = Object.entries(rules.personal).filter(([, erased]) => erased !== 'REDACTED')
  const timestamps = rules.setsUpdatedAt ? [sql`updated_at = ${laterThan({ clock })}`] : []
  const assignments = erasedColumns.map(
    ([column, erased]) => sql`${sql.ref(column)} = ${toLiteral(erased)}`,
  )
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set ${sql.join([...assignments, ...timestamps])}
    where ${condition} and (${sql.join(erasedColumns.map(isUnerased), sql` or `)})`.execute(db)
  return Number(numAffectedRows)
}

/** Returns the leads that still contain personal data. */
export async function listLeadsWithPersonalData(
  { db }: Db,
  agencyUid: string,
  leadUids: unknown[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select uid from leads
    where agency_uid = ${agencyUid} and uid = any(${leadUids}::uuid[])
      and (${sql.join(Object.entries(personalDataMap.leads!.personal).map(isUnerased), sql` or `)})
    `.execute(db)
  return rows.map(({ uid }) => uid)
}

/**
 * Erasure of a guest, repeated after the restore of an earlier backup. Contains no personal data.
 */
export interface Erasure {
  agencyUid: string
  guestUid: string
  /**
   * Leads erased with the guest, which may belong to another guest in a backup. Undefined in lists
   * written by earlier releases.
   */
  leadUids?: string[]
  /** Instant in UTC. */
  erasedAt: string
}

/** Returns which leads of an erasure exist, and which of these are not linked to its guest. */
export async function listErasureLeads(
  { db }: Db,
  { agencyUid, guestUid, leadUids = [] }: Erasure,
): Promise<{ known: string[]; elsewhere: string[] }> {
  const { rows } = await sql<{ uid: string; is_of_guest: boolean }>`select l.uid,
      exists (select 1 from lead_guests lg where lg.agency_uid = ${agencyUid}
        and lg.lead_uid = l.uid and lg.guest_uid = ${guestUid}) as is_of_guest
    from leads l where l.agency_uid = ${agencyUid} and l.uid = any(${leadUids}::uuid[])
    order by l.uid`.execute(db)
  const listUids = (leads: typeof rows) => leads.map(({ uid }) => uid)
  return { known: listUids(rows), elsewhere: listUids(rows.filter(row => !row.is_of_guest)) }
}

/** Returns the guests that have neither a lead nor a thread. */
export async function listEmptyGuests(
  { db }: Db,
  agencyUid: string,
  guestUids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select g.uid from guests g
    where g.agency_uid = ${agencyUid} and g.uid = any(${guestUids}::uuid[])
      and not exists (select 1 from lead_guests lg
        where lg.agency_uid = ${agencyUid} and lg.guest_uid = g.uid)
      and not exists (select 1 from threads t
        where t.agency_uid = ${agencyUid} and t.guest_uid = g.uid)
    order by g.uid`.execute(db)
  return rows.map(({ uid }) => uid)
}

/**
 * Lists the erasures of all agencies.
 *
 * @param requiresAllNodes whether to fail if a node of a cluster is unavailable; otherwise returns
 *   the erasures of available nodes
 */
export async function listErasuresUnscoped(
  { db }: Db,
  { requiresAllNodes }: { requiresAllNodes: boolean },
): Promise<Erasure[]> {
  const { rows, missing } = await queryTenants(
    db,
    of => sql<{ agency_uid: string; uid: string; leads: string[]; erased_at: Date }>`
      /* every tenant */
      select g.agency_uid, g.uid, g.erased_at, array(select lg.lead_uid::text from lead_guests lg
        where lg.agency_uid = g.agency_uid and lg.guest_uid = g.uid and ${of('lg')}
        order by lg.lead_uid) as leads
      from guests g where ${of('g')} and g.erased_at is not null order by g.erased_at`,
  )
  if (requiresAllNodes && missing) throw missing
  return rows.map(({ agency_uid: agencyUid, uid: guestUid, leads: leadUids, erased_at }) => {
    return { agencyUid, guestUid, leadUids, erasedAt: erased_at.toISOString() }
  })
}

function isRelated(
  agencyUid: string,
  { keyColumn, relation }: PersonalTable,
  records: RelatedRecords,
): Sql {
  // Stored responses are rewritten instead: they belong to no guest.
  if (relation === 'replies') throw new Error('Replies are of no guest')
  const keyType = relation === 'events' ? sql`bigint[]` : sql`uuid[]`
  return sql`agency_uid = ${agencyUid}
    and ${sql.ref(keyColumn)} = any(${records[relation]}::${keyType})`
}

function toLiteral(erased: ErasedValue): Sql {
  return erased === null ? sql`null` : sql`''`
}

function isUnerased([column, erased]: [string, ErasedValue]): Sql {
  return erased === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} <> ''`
}
