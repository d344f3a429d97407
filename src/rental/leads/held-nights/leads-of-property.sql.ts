/** What becomes of the leads of a property or unit that goes: contract/properties.md §3.2. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { isUnexpired } from '../../prices/calendar-facts/availability.sql.ts'
import { deleteOccupancies } from '../../prices/occupancies/occupancies.ts'
import { recordActs } from '../lead-history/lead-acts.sql.ts'
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
