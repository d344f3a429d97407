/** Updates of the leads of a property that is deleted or whose time zone changes. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { resolveLocal } from '../../../platform/dates/dates.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { isUnexpired } from '../../prices/availability/availability.sql.ts'
import { deleteOccupancies } from '../../prices/occupancies/occupancies.ts'
import { invalidateLeads } from '../lead-history/invalidate-leads.ts'
import { type LeadChange, propertyDeletionAction } from '../lead-history/lead-events.ts'
import { recordLeadActions } from '../lead-history/record-lead-actions.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import { updateLeads } from '../leads/leads.ts'

interface Property {
  agency_uid: string
  uid: string
}

type LeadReplacement = LeadChange & { before: LeadRow; after: LeadRow }

const reservingStatuses = ['BOOKED', 'PENDING', 'PENDING_APPROVED', 'ON_HOLD']

/**
 * Returns whether a property has current or future stays: leads that are booked, pending or on
 * hold, not expired, and whose check-out is in the future.
 */
export async function hasCurrentOrFutureStays(ctx: Context, property: Property): Promise<boolean> {
  const { agency_uid, uid } = property
  return exists(
    ctx,
    sql`select 1 from leads l where l.agency_uid = ${agency_uid} and l.property_uid = ${uid}
      and l.deleted_at is null and l.status = any(${reservingStatuses})
      and ${isCurrentOrFuture(ctx)}`,
  )
}

/** Returns whether a current or future lead, of any type, occupies a unit. */
export async function occupiesUnit(
  ctx: Context,
  unit: { agency_uid: string; uid: string },
): Promise<boolean> {
  return exists(
    ctx,
    sql`select 1 from occupancies o
      join leads l on l.agency_uid = ${unit.agency_uid} and l.uid = o.lead_uid
      where o.agency_uid = ${unit.agency_uid} and o.unit_uid = ${unit.uid}
      and ${isCurrentOrFuture(ctx)}`,
  )
}

export async function deleteBlocks(ctx: Context, property: Property): Promise<void> {
  const now = ctx.clock.now()
  const blocks = await lockPropertyLeads(ctx, property, sql`l.status = 'BLOCKED'`)
  await updateLeads(ctx, blocks, { deleted_at: now })
  await releaseNightsOfDeletion(ctx, property, blocks)
  const changes = blocks.map(
    (before): LeadChange => ({ before, after: null, action: propertyDeletionAction }),
  )
  await recordLeadActions(ctx, changes)
}

/** Removes the property from its inquiries. */
export async function detachInquiries(ctx: Context, property: Property): Promise<void> {
  const inquiries = await lockPropertyLeads(ctx, property, sql`l.type = 'INQUIRY'`)
  const detached = { property_uid: null, unit_uid: null }
  await updateLeads(ctx, inquiries, detached)
  await releaseNightsOfDeletion(ctx, property, inquiries)
  const changes = inquiries.map(
    (before): LeadChange => ({
      before,
      after: { ...before, ...detached },
      action: propertyDeletionAction,
    }),
  )
  await recordLeadActions(ctx, changes)
}

/**
 * Applies another time zone to the leads of a locked property: their local times stay, their
 * instants change (contract/properties.md §4). Current and future stays are recorded and emit
 * events; past ones only get a new `updated_at` and offset.
 */
export async function applyTimeZone(
  ctx: Context,
  property: Property,
  timeZone: string,
): Promise<void> {
  const leads = await lockPropertyLeads(ctx, property, sql`true`)
  const changes = leads.flatMap((before): LeadReplacement[] => {
    const [checkIn, checkOut] = [before.check_in_local, before.check_out_local].map(local =>
      resolveLocal(local, timeZone),
    )
    const ends = { check_in_local: checkIn!.local, check_out_local: checkOut!.local }
    const after = { ...before, ...ends, check_in_at: checkIn!.at, check_out_at: checkOut!.at }
    return isDeepStrictEqual(before, after) ? [] : [{ before, after, action: 'time-zone' }]
  })
  const now = ctx.clock.now()
  const isUnfinished = ({ check_out_at }: LeadRow) => check_out_at > now
  for (let i = 0; i < changes.length; i += batchSize) {
    const batch = changes.slice(i, i + batchSize)
    await updateStays(
      ctx,
      property,
      batch.map(({ after }) => after),
    )
    invalidateLeads(ctx, batch)
    await recordLeadActions(
      ctx,
      batch.filter(({ before, after }) => isUnfinished(before) || isUnfinished(after)),
    )
  }
}

/** Maximum batch size, which limits the array parameters of one statement. */
const batchSize = 500

async function updateStays(
  ctx: Context,
  { agency_uid }: Property,
  leads: LeadRow[],
): Promise<void> {
  const values = <C extends keyof LeadRow>(column: C) => leads.map(lead => lead[column])
  await sql`update leads l set check_in_local = x.check_in_local,
      check_out_local = x.check_out_local, check_in_at = x.check_in_at,
      check_out_at = x.check_out_at, updated_at = ${laterThan(ctx)}
    from unnest(${values('uid')}::uuid[], ${values('check_in_local')}::timestamp[],
      ${values('check_out_local')}::timestamp[], ${values('check_in_at')}::timestamptz[],
      ${values('check_out_at')}::timestamptz[])
      as x (uid, check_in_local, check_out_local, check_in_at, check_out_at)
    where l.agency_uid = ${agency_uid} and l.uid = x.uid`.execute(ctx.db)
}

async function lockPropertyLeads(
  { db }: Context,
  property: Property,
  condition: Sql,
): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`select l.* from leads l
    where l.agency_uid = ${property.agency_uid} and l.property_uid = ${property.uid}
    and l.deleted_at is null and ${condition} order by l.uid for no key update`.execute(db)
  return rows
}

async function releaseNightsOfDeletion(
  ctx: Context,
  { agency_uid }: Property,
  leads: LeadRow[],
): Promise<void> {
  const leadUids = leads.map(({ uid }) => uid)
  await deleteOccupancies(ctx, propertyDeletionAction, { agencyUid: agency_uid, leadUids })
}

function isCurrentOrFuture({ clock }: Context): Sql {
  const now = sql`${clock.now()}::timestamptz`
  return sql`l.check_out_at > ${now} and ${isUnexpired(clock.now())}`
}

async function exists({ db }: Context, select: Sql): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${select}) as found`.execute(db)
  return rows[0]!.found
}
