/** What becomes of the leads of a property or unit that goes: contract/properties.md §3.2. */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Sql } from '../../platform/graphql/fields.ts'
import { deleteOccupancies } from '../calendar/occupancies.ts'

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
      join leads l on l.agency_uid = o.agency_uid and l.uid = o.lead_uid
      where o.agency_uid = ${unit.agency_uid} and o.unit_uid = ${unit.uid} and ${isToCome(ctx)}`,
  )
}

/** Deletes the blocks of a property; their nights are free then. */
export async function deleteBlocks(ctx: Context, { agency_uid, uid }: Property): Promise<void> {
  const now = ctx.clock.now()
  const blocks = await ctx.db
    .updateTable('leads')
    .set({ deleted_at: now, updated_at: now })
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', uid)
    .where('status', '=', 'BLOCKED')
    .where('deleted_at', 'is', null)
    .returning('uid')
    .execute()
  await deleteOccupancies(ctx, { agencyUid: agency_uid, leadUids: blocks.map(({ uid }) => uid) })
}

/** Takes the property from its inquiries, which stay without one. */
export async function detachInquiries(ctx: Context, { agency_uid, uid }: Property): Promise<void> {
  const inquiries = await ctx.db
    .updateTable('leads')
    .set({ property_uid: null, unit_uid: null, updated_at: ctx.clock.now() })
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', uid)
    .where('type', '=', 'INQUIRY')
    .where('deleted_at', 'is', null)
    .returning('uid')
    .execute()
  const leadUids = inquiries.map(lead => lead.uid)
  await deleteOccupancies(ctx, { agencyUid: agency_uid, leadUids })
}

function isToCome({ clock }: Context): Sql {
  const now = sql`${clock.now()}::timestamptz`
  return sql`l.check_out_at > ${now} and (l.timer_ends_at is null or l.timer_ends_at > ${now})`
}

async function exists({ db }: Context, select: Sql): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${select}) as found`.execute(db)
  return rows[0]!.found
}
