/**
 * Occupancies: the nights that leads hold, one row per unit (contract/pricing.md §3.2).
 *
 * The exclusion constraint `no_double_booking` of migrations/0004-prices.sql makes double booking
 * impossible: `occupied` of two rows with the same `agency_uid` and `unit_uid` never overlaps. Both
 * engines reject such a row with SQLSTATE 23P01, and `transaction()` retries. Every writer of this
 * file locks the units first: writers of the same units wait for each other and do not violate the
 * constraint.
 *
 * Every night that is occupied or released is added to the history of nights, with the action and
 * the credential.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { declareTenantInvalidation } from '../../../platform/db/cache-tags/invalidate.ts'
import { buildInsert, combineWrites, type Write } from '../../../platform/db/combine-writes.ts'
import { newUid } from '../../../platform/uid.ts'
import {
  endOfNights,
  endOfTurnover,
  turnoverOf,
} from '../../properties/units/occupied-units.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock' | 'caller'>

type ReleaseContext = ContextPart & Pick<Context, 'pending'>

/**
 * Nights of a unit that a lead occupies; `occupied` is a range such as `[2026-06-05,2026-06-09)`,
 * check-out excluded. `turnover_after` further nights are reserved for turnover.
 */
export interface Occupancy {
  agency_uid: string
  unit_uid: string
  lead_uid: string
  occupied: string
  turnover_after?: number | undefined
}

/** Inserts the nights of leads. Both engines raise 23P01 if two leads collide. */
export async function insertOccupancies(
  ctx: ContextPart,
  action: string,
  rows: Occupancy[],
): Promise<void> {
  for (const batch of splitBatches(rows)) {
    // A batch has rows, so there are writes.
    const [firstWrite, ...otherWrites] = occupyNights(ctx, action, batch)
    await combineWrites(ctx, [firstWrite!, ...otherWrites])
  }
}

/**
 * Returns inserts of occupancies and of their history, as writes for `inOneStatement`; none without
 * nights.
 */
export function occupyNights(ctx: ContextPart, action: string, rows: Occupancy[]): Write[] {
  if (rows.length === 0) return []
  return [
    buildInsert('occupancies', rows.map(occupancyColumns), '1'),
    insertChanges(ctx, action, 'TAKEN', rows),
  ]
}

function occupancyColumns({
  agency_uid,
  unit_uid,
  lead_uid,
  occupied,
  turnover_after = 0,
}: Occupancy) {
  return { agency_uid, unit_uid, lead_uid, occupied, turnover_nights: 0, turnover_after }
}

/**
 * Releases all nights of leads. If a unit no longer belongs to the linked properties of its lead,
 * it is unknown whose cached calendars contain it, and all are invalidated.
 */
export async function deleteOccupancies(
  ctx: ReleaseContext,
  action: string,
  { agencyUid, leadUids }: { agencyUid: string; leadUids: string[] },
): Promise<void> {
  if (leadUids.length === 0) return
  const { rows } = await sql<Occupancy & { property_uid: string }>`delete from occupancies o
    where o.agency_uid = ${agencyUid} and o.lead_uid = any(${leadUids}::uuid[])
    returning ${columns}, (select u.property_uid from units u
      where u.agency_uid = ${agencyUid} and u.uid = o.unit_uid)`.execute(ctx.db)
  if (rows.some(row => !ctx.pending.isInKnownFamily(row.property_uid))) declareTenantInvalidation()
  await recordReleased(ctx, action, rows)
}

/**
 * Moves the nights that leads of a property hold from today on to other units: every lead occupies
 * all of them, with its stored range and turnover (contract/properties.md §8). Both engines raise
 * 23P01 if two leads collide.
 */
export async function moveOccupancies(
  ctx: ContextPart,
  action: string,
  property: { agency_uid: string; uid: string },
  { unitUids, today }: { unitUids: string[]; today: string },
): Promise<void> {
  const agencyUid = property.agency_uid
  const { rows } = await sql<Occupancy>`
    delete from occupancies o using leads l
    where o.agency_uid = ${agencyUid} and l.agency_uid = ${agencyUid} and l.uid = o.lead_uid
    and l.property_uid = ${property.uid} and ${endOfTurnover('o')} > ${today}::date
    returning ${columns}`.execute(ctx.db)
  await recordReleased(ctx, action, rows)
  // All rows of a lead have the same range and turnover.
  const rowByLead = new Map(rows.map(row => [row.lead_uid, row]))
  const moved = [...rowByLead.values()].flatMap(row =>
    unitUids.map(unit_uid => ({ ...row, unit_uid })),
  )
  await insertOccupancies(ctx, action, moved)
}

const columns = sql`o.agency_uid, o.unit_uid, o.lead_uid,
  daterange(lower(o.occupied), ${endOfNights('o')}) as occupied,
  ${turnoverOf('o')} as turnover_after`

async function recordReleased(ctx: ContextPart, action: string, rows: Occupancy[]): Promise<void> {
  for (const batch of splitBatches(rows)) {
    await combineWrites(ctx, [insertChanges(ctx, action, 'FREED', batch)])
  }
}

function insertChanges(
  { caller, clock }: ContextPart,
  action: string,
  change: 'TAKEN' | 'FREED',
  rows: Occupancy[],
): Write {
  const { kind, uid } = caller.credential
  const origin = {
    change,
    act: action,
    credential_kind: kind,
    credential_uid: uid,
    created_at: clock.now(),
  }
  const changes = rows.map(row => ({ uid: newUid(), ...occupancyColumns(row), ...origin }))
  return buildInsert('night_changes', changes)
}

/** Rows per statement: a statement has at most 65,535 values, a row up to 16. */
const batchSize = 2_000

function splitBatches(rows: Occupancy[]): Occupancy[][] {
  const batchCount = Math.ceil(rows.length / batchSize)
  return Array.from({ length: batchCount }, (_, i) => {
    return rows.slice(i * batchSize, (i + 1) * batchSize)
  })
}
