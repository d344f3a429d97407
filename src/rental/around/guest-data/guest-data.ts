/** What the database has of a guest, by the list of `guest-places.ts`. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { askReachable } from '../../../platform/db/citus/reachable-rows.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { type Emptied, guestPlaces, type Place, type Scope } from './guest-places.ts'

type Db = Pick<Context, 'db'>

/** Which guest is meant. */
export interface GuestKey {
  agency_uid: string
  uid: string
}

/** What belongs to a guest, by what it is: uids, of events their numbers. */
export type Belongings = Record<Exclude<Scope, 'replies'>, (string | number)[]>

/** Finds what belongs to a guest, also of leads that are deleted. */
export async function listBelongings(ctx: Db, guest: GuestKey): Promise<Belongings> {
  const leads = await list(
    ctx,
    sql`select lead_uid as id from lead_guests
    where agency_uid = ${guest.agency_uid} and guest_uid = ${guest.uid} order by lead_uid`,
  )
  const ofLeads = await listBelongingsOfLeads(ctx, guest.agency_uid, leads, guest.uid)
  return { ...ofLeads, guest: [guest.uid] }
}

/** Finds what belongs to leads, and the threads of a guest without a lead. */
export async function listBelongingsOfLeads(
  ctx: Db,
  agencyUid: string,
  leads: Id[],
  guestUid: string | null = null,
): Promise<Belongings> {
  const agency = sql`agency_uid = ${agencyUid}`
  const orders = await list(
    ctx,
    sql`select uid as id from orders where ${agency} and lead_uid = ${any(leads)}`,
  )
  const threads = await list(
    ctx,
    sql`select uid as id from threads
    where ${agency} and (guest_uid = ${guestUid} or lead_uid = ${any(leads)})`,
  )
  const messages = await list(
    ctx,
    sql`select uid as id from messages where ${agency} and thread_uid = ${any(threads)}`,
  )
  const events = await list(
    ctx,
    sql`select seq as id from events where ${agency} and lead_uid = ${any(leads)}
    union all
    select seq from events where ${agency} and ${threads.length > 0} and lead_uid is null
      and object_type = 'THREAD' and object_uid = ${any(threads)}`,
  )
  const deliveries = await listDeliveriesOf(ctx, agencyUid, events)
  return { guest: [], leads, orders, threads, messages, events, deliveries }
}

/** Finds what belongs to messages, and not to their threads. */
export async function listBelongingsOfMessages(
  ctx: Db,
  agencyUid: string,
  messages: Id[],
): Promise<Belongings> {
  const events = await list(
    ctx,
    sql`select seq as id from events where agency_uid = ${agencyUid}
    and type = 'NEW_INBOX_MESSAGE' and payload ->> 'message_uid' = any(${messages}::text[])`,
  )
  const deliveries = await listDeliveriesOf(ctx, agencyUid, events)
  return { guest: [], leads: [], orders: [], threads: [], messages, events, deliveries }
}

type Id = string | number

async function listDeliveriesOf(ctx: Db, agencyUid: string, events: Id[]): Promise<Id[]> {
  return list(
    ctx,
    sql`select uid as id from deliveries
    where agency_uid = ${agencyUid} and seq = any(${events}::bigint[])`,
  )
}

async function list({ db }: Db, statement: Sql): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`${statement}`.execute(db)
  return rows.map(({ id }) => id)
}

function any(uids: Id[]): Sql {
  return sql`any(${uids}::uuid[])`
}

/** The rows of a place with its personal columns and those beside, as they are stored. */
export async function listOfPlace(
  { db }: Db,
  agencyUid: string,
  [table, place]: [string, Place],
  belongings: Belongings,
): Promise<Record<string, unknown>[]> {
  const columns = [...(place.beside ?? []), ...Object.keys(place.personal)]
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(table)}
    where ${ofGuest(agencyUid, place, belongings)}`.execute(db)
  return rows
}

/** Erases what a place holds of a guest; what is redacted is not done here. Says how many rows. */
export async function erasePlace(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  [table, place]: [string, Place],
  belongings: Belongings,
): Promise<number> {
  const which = ofGuest(agencyUid, place, belongings)
  if (place.goes) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where ${which}`.execute(db)
    return Number(numAffectedRows)
  }
  const emptied = Object.entries(place.personal).filter(([, to]) => to !== 'REDACTED')
  const dated = place.isDated ? [sql`updated_at = ${laterThan({ clock })}`] : []
  const set = [...emptied.map(([column, to]) => sql`${sql.ref(column)} = ${literal(to)}`), ...dated]
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.join(set)}
    where ${which} and (${sql.join(emptied.map(isFull), sql` or `)})`.execute(db)
  return Number(numAffectedRows)
}

/** The leads of a guest that still say something. */
export async function listTellingLeads(
  { db }: Db,
  agencyUid: string,
  leadUids: unknown[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select uid from leads
    where agency_uid = ${agencyUid} and uid = any(${leadUids}::uuid[])
      and (${sql.join(Object.entries(guestPlaces.leads!.personal).map(isFull), sql` or `)})
    `.execute(db)
  return rows.map(({ uid }) => uid)
}

/** An erasure of a guest, which a backup from before does not know. Nothing of it is personal. */
export interface Erasure {
  agencyUid: string
  guestUid: string
  /**
   * The leads that were erased with the guest: in a backup they may be of another one. Left out by
   * earlier releases.
   */
  leadUids?: string[]
  /** An instant in UTC. */
  erasedAt: string
}

/** Finds which of some leads there are, and which of these are not of a guest. */
export async function listLeadsOfErasure(
  { db }: Db,
  { agencyUid, guestUid, leadUids = [] }: Erasure,
): Promise<{ known: string[]; elsewhere: string[] }> {
  const { rows } = await sql<{ uid: string; is_of_guest: boolean }>`select l.uid,
      exists (select 1 from lead_guests lg where lg.agency_uid = ${agencyUid}
        and lg.lead_uid = l.uid and lg.guest_uid = ${guestUid}) as is_of_guest
    from leads l where l.agency_uid = ${agencyUid} and l.uid = any(${leadUids}::uuid[])
    order by l.uid`.execute(db)
  const uidsOf = (some: typeof rows) => some.map(({ uid }) => uid)
  return { known: uidsOf(rows), elsewhere: uidsOf(rows.filter(row => !row.is_of_guest)) }
}

/** Finds which of some guests have neither a lead nor a thread of their own. */
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
 * @param isWhole whether it has to be known of all; else while a node of a cluster is away only of
 *   those on the others
 */
export async function listErasuresUnscoped({ db }: Db, isWhole: boolean): Promise<Erasure[]> {
  const { rows, missing } = await askReachable(
    db as never,
    of => sql<{ agency_uid: string; uid: string; leads: string[]; erased_at: Date }>`
      /* every tenant */
      select g.agency_uid, g.uid, g.erased_at, array(select lg.lead_uid::text from lead_guests lg
        where lg.agency_uid = g.agency_uid and lg.guest_uid = g.uid and ${of('lg')}
        order by lg.lead_uid) as leads
      from guests g where ${of('g')} and g.erased_at is not null order by g.erased_at`,
  )
  if (isWhole && missing) throw missing
  return rows.map(({ agency_uid: agencyUid, uid: guestUid, leads: leadUids, erased_at }) => {
    return { agencyUid, guestUid, leadUids, erasedAt: erased_at.toISOString() }
  })
}

function ofGuest(agencyUid: string, { by, scope }: Place, belongings: Belongings): Sql {
  if (scope === 'replies') throw new Error('Replies are of no guest')
  const type = scope === 'events' ? sql`bigint[]` : sql`uuid[]`
  return sql`agency_uid = ${agencyUid} and ${sql.ref(by)} = any(${belongings[scope]}::${type})`
}

function literal(to: Emptied): Sql {
  return to === null ? sql`null` : sql`''`
}

function isFull([column, to]: [string, Emptied]): Sql {
  return to === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} <> ''`
}
