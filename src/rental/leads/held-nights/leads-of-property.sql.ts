/** Changes of the leads of a property that is deleted or whose time zone changes. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { placedIn } from '../../../platform/dates.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { isUnexpired } from '../../prices/calendar-facts/availability.sql.ts'
import { deleteOccupancies } from '../../prices/occupancies/occupancies.ts'
import { recordActs } from '../lead-history/lead-acts.sql.ts'
import { touchLeads } from '../lead-history/touch-leads.ts'
import type { LeadRow } from '../leads/lead.ts'
import { updateLeads } from '../leads/leads.ts'

interface Property {
  agency_uid: string
  uid: string
}

const keeping = ['BOOKED', 'PENDING', 'PENDING_APPROVED', 'ON_HOLD']

/**
 * Whether a property has a guest to come or in the house: a lead that is booked, pending or on
 * hold, its timer still running, with a check-out to come.
 */
export async function hasStaysToCome(ctx: Context, property: Property): Promise<boolean> {
  const { agency_uid, uid } = property
  return exists(
    ctx,
    sql`select 1 from leads l where l.agency_uid = ${agency_uid} and l.property_uid = ${uid}
      and l.deleted_at is null and l.status = any(${keeping}) and ${isToCome(ctx)}`,
  )
}

/** Whether a lead that blocks, of whatever kind, holds nights of a unit and has not ended yet. */
export async function holdsUnit(
  ctx: Context,
  unit: { agency_uid: string; uid: string },
): Promise<boolean> {
  return exists(
    ctx,
    sql`select 1 from occupancies o
      join leads l on l.agency_uid = ${unit.agency_uid} and l.uid = o.lead_uid
      where o.agency_uid = ${unit.agency_uid} and o.unit_uid = ${unit.uid} and ${isToCome(ctx)}`,
  )
}

/** Deletes the blocks of a property; their nights are free then. */
export async function deleteBlocks(ctx: Context, property: Property): Promise<void> {
  const now = ctx.clock.now()
  const blocks = await lockLeadsOf(ctx, property, sql`l.status = 'BLOCKED'`)
  await updateLeads(ctx, blocks, { deleted_at: now })
  await freeAll(ctx, property, blocks)
  const acts = blocks.map(before => ({ before, after: null, act }))
  await recordActs(ctx, acts)
}

/** Takes the property from its inquiries, which stay without one. */
export async function detachInquiries(ctx: Context, property: Property): Promise<void> {
  const inquiries = await lockLeadsOf(ctx, property, sql`l.type = 'INQUIRY'`)
  const homeless = { property_uid: null, unit_uid: null }
  await updateLeads(ctx, inquiries, homeless)
  await freeAll(ctx, property, inquiries)
  const acts = inquiries.map(before => ({ before, after: { ...before, ...homeless }, act }))
  await recordActs(ctx, acts)
}

/**
 * Applies another time zone to the leads of a locked property: their local times stay, their
 * instants move (contract/properties.md §4). Those whose stay is not over are recorded and emit
 * their event; the others show the new offset, too, and are found as changed.
 */
export async function applyTimeZone(
  ctx: Context,
  property: Property,
  timeZone: string,
): Promise<void> {
  const leads = await lockLeadsOf(ctx, property, sql`true`)
  const changes = leads.flatMap(before => {
    const [checkIn, checkOut] = [before.check_in_local, before.check_out_local].map(local =>
      placedIn(local, timeZone),
    )
    const ends = { check_in_local: checkIn!.local, check_out_local: checkOut!.local }
    const after = { ...before, ...ends, check_in_at: checkIn!.at, check_out_at: checkOut!.at }
    return isDeepStrictEqual(before, after) ? [] : [{ before, after, act: 'time-zone' }]
  })
  const now = ctx.clock.now()
  const isToCome = ({ check_out_at }: LeadRow) => check_out_at > now
  for (let i = 0; i < changes.length; i += changesAtOnce) {
    const some = changes.slice(i, i + changesAtOnce)
    await updateStays(
      ctx,
      property,
      some.map(({ after }) => after),
    )
    touchLeads(ctx, some)
    await recordActs(
      ctx,
      some.filter(({ before, after }) => isToCome(before) || isToCome(after)),
    )
  }
}

/** Keeps the parameters of one statement below what PostgreSQL takes. */
const changesAtOnce = 500

async function updateStays(
  ctx: Context,
  { agency_uid }: Property,
  leads: LeadRow[],
): Promise<void> {
  const of = <C extends keyof LeadRow>(column: C) => leads.map(lead => lead[column])
  await sql`update leads l set check_in_local = x.check_in_local,
      check_out_local = x.check_out_local, check_in_at = x.check_in_at,
      check_out_at = x.check_out_at, updated_at = ${laterThan(ctx)}
    from unnest(${of('uid')}::uuid[], ${of('check_in_local')}::timestamp[],
      ${of('check_out_local')}::timestamp[], ${of('check_in_at')}::timestamptz[],
      ${of('check_out_at')}::timestamptz[])
      as x (uid, check_in_local, check_out_local, check_in_at, check_out_at)
    where l.agency_uid = ${agency_uid} and l.uid = x.uid`.execute(ctx.db)
}

const act = 'delete-property'

async function lockLeadsOf({ db }: Context, property: Property, which: Sql): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`select l.* from leads l
    where l.agency_uid = ${property.agency_uid} and l.property_uid = ${property.uid}
    and l.deleted_at is null and ${which} order by l.uid for no key update`.execute(db)
  return rows
}

async function freeAll(ctx: Context, { agency_uid }: Property, leads: LeadRow[]): Promise<void> {
  const leadUids = leads.map(({ uid }) => uid)
  await deleteOccupancies(ctx, act, { agencyUid: agency_uid, leadUids })
}

function isToCome({ clock }: Context): Sql {
  const now = sql`${clock.now()}::timestamptz`
  return sql`l.check_out_at > ${now} and ${isUnexpired(clock.now())}`
}

async function exists({ db }: Context, select: Sql): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${select}) as found`.execute(db)
  return rows[0]!.found
}
