/**
 * The nights that leads hold, one row per unit: contract/pricing.md §3.2. Whoever writes here locks
 * the units first, so that writers of the same units come one after the other; the exclusion
 * constraint stands behind it and is never reached by well-behaved writers.
 */
import { type Insertable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { OccupanciesTable } from '../tables.ts'

type Scope = Pick<Context, 'db'>

/** Stores the nights that leads hold. */
export async function insertOccupancies(
  { db }: Scope,
  rows: Insertable<OccupanciesTable>[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto('occupancies').values(rows).execute()
}

/** Frees every night that a lead holds. */
export async function deleteOccupancies(
  { db }: Scope,
  { agencyUid, leadUids }: { agencyUid: string; leadUids: string[] },
): Promise<void> {
  await db
    .deleteFrom('occupancies')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', sql<string>`any(${leadUids}::uuid[])`)
    .execute()
}

/**
 * Frees the nights of leads whose timer has ended, on some units: they stopped blocking at that
 * instant, whether or not their status was written since (contract/pricing.md §3.1).
 */
export async function releaseLapsed(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agencyUid, unitUids }: { agencyUid: string; unitUids: string[] },
): Promise<void> {
  await sql`delete from occupancies o using leads l
    where o.agency_uid = ${agencyUid} and o.unit_uid = any(${unitUids}::uuid[])
    and l.agency_uid = o.agency_uid and l.uid = o.lead_uid
    and l.timer_ends_at <= ${clock.now()}
    and l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')`.execute(db)
}

/**
 * Moves the nights that the leads of a property hold today and later to other units: every lead
 * takes all of them, for the range and with the turnover that it was stored with
 * (contract/properties.md §8). Both engines raise 23P01 when two leads would collide.
 */
export async function moveOccupancies(
  { db }: Scope,
  property: { agency_uid: string; uid: string },
  { unitUids, today }: { unitUids: string[]; today: string },
): Promise<void> {
  const agencyUid = property.agency_uid
  const { rows } = await sql<Insertable<OccupanciesTable>>`
    delete from occupancies o using leads l
    where o.agency_uid = ${agencyUid} and l.agency_uid = o.agency_uid and l.uid = o.lead_uid
    and l.property_uid = ${property.uid} and upper(o.occupied) > ${today}::date
    returning o.agency_uid, o.lead_uid, o.occupied::text as occupied, o.turnover_nights`.execute(db)
  const byLead = new Map(rows.map(row => [row.lead_uid, row]))
  const moved = [...byLead.values()].flatMap(row =>
    unitUids.map(unit_uid => ({ ...row, unit_uid })),
  )
  await insertOccupancies({ db }, moved)
}
