/**
 * The nights that leads hold, one row per unit: contract/pricing.md §3.2. Whoever writes here locks
 * the units first, so that writers of the same units come one after the other; the exclusion
 * constraint stands behind it and is never reached by well-behaved writers. Every night taken or
 * freed is added to the history of nights, by the act and the credential that did it.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { touchesUnknown } from '../../../platform/db/marks/touched.ts'
import { inOneStatement, insertOf, type Write } from '../../../platform/db/one-statement.ts'
import { newUid } from '../../../platform/uid.ts'
import { endOfNights, endOfTurnover, turnoverOf } from '../../properties/units/taken-units.sql.ts'

/** Who changes the nights. */
type ContextPart = Pick<Context, 'db' | 'clock' | 'caller'>

/** Who frees nights. */
type Freeing = ContextPart & Pick<Context, 'pending'>

/**
 * Nights of a unit that a lead takes; `occupied` is a range such as `[2026-06-05,2026-06-09)`, its
 * check-out not included. `turnover_after` nights after it are kept free.
 */
export interface Occupancy {
  agency_uid: string
  unit_uid: string
  lead_uid: string
  occupied: string
  turnover_after?: number | undefined
}

/** Stores the nights that leads take. Both engines raise 23P01 when two leads would collide. */
export async function insertOccupancies(
  ctx: ContextPart,
  act: string,
  rows: Occupancy[],
): Promise<void> {
  for (const some of portionsOf(rows)) {
    const [first, ...others] = occupyNights(ctx, act, some)
    await inOneStatement(ctx, [first!, ...others])
  }
}

/**
 * Returns the inserts of occupancies and of their history as writes of a statement, see
 * `inOneStatement`; none without nights.
 */
export function occupyNights(ctx: ContextPart, act: string, rows: Occupancy[]): Write[] {
  if (rows.length === 0) return []
  return [insertOf('occupancies', rows.map(heldBy), '1'), recordingChanges(ctx, act, 'TAKEN', rows)]
}

function heldBy({ agency_uid, unit_uid, lead_uid, occupied, turnover_after = 0 }: Occupancy) {
  return { agency_uid, unit_uid, lead_uid, occupied, turnover_nights: 0, turnover_after }
}

/**
 * Frees every night that leads hold. A unit may have left the family of a lead's property since it
 * was taken: then it is not known whose calendars show it.
 */
export async function deleteOccupancies(
  ctx: Freeing,
  act: string,
  { agencyUid, leadUids }: { agencyUid: string; leadUids: string[] },
): Promise<void> {
  if (leadUids.length === 0) return
  const { rows } = await sql<Occupancy & { property_uid: string }>`delete from occupancies o
    where o.agency_uid = ${agencyUid} and o.lead_uid = any(${leadUids}::uuid[])
    returning ${columns}, (select u.property_uid from units u
      where u.agency_uid = ${agencyUid} and u.uid = o.unit_uid)`.execute(ctx.db)
  if (rows.some(row => !ctx.pending.isOfKnownFamily(row.property_uid))) touchesUnknown()
  await recordFreed(ctx, act, rows)
}

/**
 * Moves the nights that the leads of a property hold today and later to other units: every lead
 * takes all of them, for the range and with the turnover that it was stored with
 * (contract/properties.md §8). Both engines raise 23P01 when two leads would collide.
 */
export async function moveOccupancies(
  ctx: ContextPart,
  act: string,
  property: { agency_uid: string; uid: string },
  { unitUids, today }: { unitUids: string[]; today: string },
): Promise<void> {
  const agencyUid = property.agency_uid
  const { rows } = await sql<Occupancy>`
    delete from occupancies o using leads l
    where o.agency_uid = ${agencyUid} and l.agency_uid = ${agencyUid} and l.uid = o.lead_uid
    and l.property_uid = ${property.uid} and ${endOfTurnover('o')} > ${today}::date
    returning ${columns}`.execute(ctx.db)
  await recordFreed(ctx, act, rows)
  const byLead = new Map(rows.map(row => [row.lead_uid, row]))
  const moved = [...byLead.values()].flatMap(row =>
    unitUids.map(unit_uid => ({ ...row, unit_uid })),
  )
  await insertOccupancies(ctx, act, moved)
}

const columns = sql`o.agency_uid, o.unit_uid, o.lead_uid,
  daterange(lower(o.occupied), ${endOfNights('o')}) as occupied,
  ${turnoverOf('o')} as turnover_after`

async function recordFreed(ctx: ContextPart, act: string, rows: Occupancy[]): Promise<void> {
  for (const some of portionsOf(rows)) {
    await inOneStatement(ctx, [recordingChanges(ctx, act, 'FREED', some)])
  }
}

function recordingChanges(
  { caller, clock }: ContextPart,
  act: string,
  change: 'TAKEN' | 'FREED',
  rows: Occupancy[],
): Write {
  const { kind, uid } = caller.credential
  const done = { change, act, credential_kind: kind, credential_uid: uid, created_at: clock.now() }
  const changes = rows.map(row => ({ uid: newUid(), ...heldBy(row), ...done }))
  return insertOf('night_changes', changes)
}

/** A statement takes 65,535 values, of which a row has up to 16. */
const portionMax = 2_000

function portionsOf(rows: Occupancy[]): Occupancy[][] {
  const count = Math.ceil(rows.length / portionMax)
  return Array.from({ length: count }, (_, i) => {
    return rows.slice(i * portionMax, (i + 1) * portionMax)
  })
}
