/** Legacy masters and their subs: contract/properties.md §8. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { dateIn } from '../../../platform/dates.ts'
import { sqlState } from '../../../platform/db/transaction.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import { listLeaningLeads, takeOwn } from '../../leads/held-nights/group-nights.ts'
import { lapseLeads } from '../../leads/lead-actions/lapse-leads.ts'
import { datesOf } from '../../leads/leads/lead.ts'
import { moveOccupancies } from '../../prices/occupancies/occupancies.ts'
import type { PropertyRow } from '../properties/properties.ts'
import { touchProperty } from '../properties/touch-property.ts'
import { lockUnits } from '../units/units.ts'

/**
 * Locks properties against leads and other changes of a family, in the order of their uids, and
 * gives them as they are then, those deleted meanwhile left out.
 */
export async function lockFamily(
  { db }: Context,
  agencyUid: string,
  uids: string[],
): Promise<PropertyRow[]> {
  return db
    .selectFrom('properties')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', sql<string>`any(${uids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('uid')
    .forUpdate()
    .execute()
}

/** Locks the master of a locked sub. */
export async function lockParent(ctx: Context, sub: PropertyRow): Promise<PropertyRow | undefined> {
  if (sub.parent_uid === null) return undefined
  return (await lockFamily(ctx, sub.agency_uid, [sub.parent_uid]))[0]
}

/** The uids of a master's subs. */
export async function listSubs(
  { db }: Context,
  master: { agency_uid: string; uid: string },
): Promise<string[]> {
  const subs = await db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', master.agency_uid)
    .where('parent_uid', '=', master.uid)
    .where('deleted_at', 'is', null)
    .orderBy('uid')
    .execute()
  return subs.map(({ uid }) => uid)
}

/**
 * Checks that a property may become the sub of another: one level only, and no unit types.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export function checkLink(
  master: PropertyRow,
  sub: PropertyRow,
  subHasSubs: boolean,
  parameter: string,
): void {
  if (master.uid === sub.uid) throw invalidParameter(parameter, 'must not be the property itself')
  if (master.parent_uid !== null) {
    throw invalidParameter(parameter, 'must not be a sub-property: there is one level only')
  }
  if (master.hotel_uid !== null) throw invalidParameter(parameter, 'must not be a unit type')
  if (sub.hotel_uid !== null) throw invalidParameter(parameter, 'is not possible for a unit type')
  if (subHasSubs) {
    throw invalidParameter(parameter, 'is not possible for a property that has sub-properties')
  }
}

/**
 * Runs a change of a master's subs and then gives the master's leads the units of the subs it has
 * then, or its own unit again. The properties' rows have to be locked.
 *
 * @throws ApiError STATE_CONFLICT when two leads would collide; nothing changed then
 */
export async function whileSubsChange(
  ctx: Context,
  master: PropertyRow,
  change: () => Promise<void>,
): Promise<void> {
  const { agency_uid, uid } = master
  const before = await lockUnits(ctx, agency_uid, [uid])
  const leaning = await listLeaningLeads(ctx, master)
  await change()
  const after = await lockUnits(ctx, agency_uid, [uid])
  const touched = [...new Set([...before, ...after].map(unit => unit.uid))]
  await lapseLeads(ctx, agency_uid, touched)
  const act = 'change-family'
  const today = dateIn(master.time_zone, ctx.clock.now())
  const ofSubs = after.filter(unit => unit.parent_uid === uid)
  const unitUids = (ofSubs.length > 0 ? ofSubs : after).map(unit => unit.uid)
  try {
    await moveOccupancies(ctx, act, master, { unitUids, today })
    for (const sub of leaning) {
      const isAlone = !ofSubs.some(unit => unit.uid === sub.held_unit_uid)
      const isToCome = datesOf(sub).checkOut > today
      // The main lead, whose nights were in the way, holds this unit no more.
      if (isAlone && isToCome) await takeOwn(ctx, act, { ...sub, is_free: true }, '3.3')
    }
  } catch (error) {
    if (sqlState(error) === '23P01') throw collision(error)
    throw error
  }
  await touchProperty(ctx, master)
}

function collision(cause: unknown): ApiError {
  const text = 'Leads of the master and of its sub-properties would share nights'
  return new ApiError('STATE_CONFLICT', text, {
    members: { state: 'OCCUPIED', allowedActions: [] },
    cause,
  })
}

/** A master and the uids of its subs, ordered by name. */
export interface Family {
  uid: string
  master_bookable: boolean
  subUids: string[]
}

/** The family of a property, whether it is the master or a sub. */
export async function findFamily(
  { db }: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<Family> {
  const { rows } = await sql<Family>`select m.uid, m.master_bookable, array(
      select c.uid from properties c where c.agency_uid = m.agency_uid and c.parent_uid = m.uid
      and c.deleted_at is null order by c.name, c.uid) as "subUids"
    from properties p
    join properties m on m.agency_uid = p.agency_uid and m.uid = coalesce(p.parent_uid, p.uid)
    where p.agency_uid = ${agency_uid} and p.uid = ${uid}`.execute(db)
  return rows[0]!
}
