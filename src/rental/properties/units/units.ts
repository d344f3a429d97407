import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { insertRows, lockRow, updateRow, updateRows } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import {
  propertyAccess,
  type Reached,
  reach,
  type Wanted,
} from '../../access/partners/reach.sql.ts'
import type { UnitsTable } from '../../tables.ts'
import type { UnitRow } from './unit.ts'

/** A unit that a request named. */
export interface ReachedUnit extends Reached {
  property_uid: string
}

/**
 * The unit that a uid of a request names, within reach through its unit type, neither deleted. The
 * single unit of any other property is nothing that clients know of.
 *
 * @throws ApiError ACCESS_DENIED, in a path UNIT_NOT_FOUND; READ_ONLY_GRANT
 */
export async function reachedUnit(
  ctx: Context,
  text: string,
  wanted: Wanted = {},
): Promise<ReachedUnit> {
  return reach(text, { parameter: 'unitUid', ...wanted }, 'UNIT_NOT_FOUND', uid =>
    ctx.db
      .selectFrom('units as u')
      .innerJoin('properties as p', join =>
        join
          .on(sql<boolean>`p.agency_uid = ${agencyOf(ctx.caller, 'u')}`)
          .onRef('p.uid', '=', 'u.property_uid'),
      )
      .select(['u.agency_uid', 'u.uid', 'u.property_uid'])
      .select(sql<Reached['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
      .where(sql<boolean>`${ofCaller(ctx.caller, 'u')}`)
      .where('u.uid', '=', uid)
      .where('u.deleted_at', 'is', null)
      .where('p.hotel_uid', 'is not', null)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** A unit type that a request named. */
export interface ReachedUnitType extends Reached {
  hotel_uid: string
}

/**
 * The unit type that a uid of a request names, within reach and not deleted.
 *
 * @throws ApiError ACCESS_DENIED, in a path UNIT_TYPE_NOT_FOUND; READ_ONLY_GRANT
 */
export async function reachedUnitType(
  ctx: Context,
  text: string,
  wanted: Wanted = {},
): Promise<ReachedUnitType> {
  return reach(text, { parameter: 'unitTypeUid', ...wanted }, 'UNIT_TYPE_NOT_FOUND', uid =>
    ctx.db
      .selectFrom('properties as p')
      .select(['p.agency_uid', 'p.uid'])
      .select(sql<string>`p.hotel_uid`.as('hotel_uid'))
      .select(sql<Reached['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
      .where(sql<boolean>`${ofCaller(ctx.caller, 'p')}`)
      .where('p.uid', '=', uid)
      .where('p.hotel_uid', 'is not', null)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** The units of a unit type, oldest first. */
export async function listUnits(
  ctx: Context,
  unitType: { agency_uid: string; uid: string },
): Promise<UnitRow[]> {
  const { rows } = await sql<UnitRow>`
    ${selectUnits(sql`${unitType.agency_uid}::uuid`)} where u.agency_uid = ${unitType.agency_uid}
    and u.property_uid = ${unitType.uid} and u.deleted_at is null
    order by u.created_at, u.uid`.execute(ctx.db)
  return rows
}

/** A unit of a unit type, of an agency of the caller's. */
export async function findUnit(ctx: Context, uid: string): Promise<UnitRow | undefined> {
  const { rows } = await sql<UnitRow>`
    ${selectUnits(agencyOf(ctx.caller, 'u'))} where ${ofCaller(ctx.caller, 'u')}
    and u.uid = ${uid} and u.deleted_at is null`.execute(ctx.db)
  return rows[0]
}

const selectUnits = (agency: Sql) => sql`select u.*, p.hotel_uid from units u
  join properties p on p.agency_uid = ${agency} and p.uid = u.property_uid
    and p.hotel_uid is not null`

/**
 * Writes what changes of a unit.
 *
 * @throws ApiError ALREADY_EXISTS when another unit of the unit type has the name
 */
export async function updateUnit(
  ctx: Context,
  unit: { agency_uid: string; uid: string },
  changes: { name?: string; is_active?: boolean; deleted_at?: Date },
): Promise<void> {
  await updateRow(ctx, 'units', unit, { ...changes, updated_at: laterThan(ctx) })
}

/** The unit of a unit type that has a name, if there is one. */
export async function findUnitByName(
  { db }: Context,
  unitType: { agency_uid: string; uid: string },
  name: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('units')
    .select('uid')
    .where('agency_uid', '=', unitType.agency_uid)
    .where('property_uid', '=', unitType.uid)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.uid
}

/** Stores units. */
export async function insertUnits(
  { db }: Pick<Context, 'db'>,
  units: Insertable<UnitsTable>[],
): Promise<void> {
  await insertRows({ db }, 'units', units)
}

/** A unit that was locked. */
export type Unit = Selectable<UnitsTable> & {
  /** The master of its property, if that has one. */
  parent_uid: string | null
  /** A lead holds nights of it although its timer has ended. */
  has_lapsed: boolean
}

/**
 * Locks the units of properties and of their subs, in the order of their uids, so that whoever
 * needs some of them waits for whoever has them. The properties are locked before. Rows that point
 * to a unit, such as those of its history, can be added meanwhile.
 */
export async function lockUnits(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  propertyUids: string[],
): Promise<Unit[]> {
  const agency = sql`${agencyUid}::uuid`
  const uids = unitsOfFamilies(agency, sql`${propertyUids}::uuid[]`)
  // Few leads have a timer that has ended, many hold nights.
  const { rows } = await sql<Unit>`select u.*, (select p.parent_uid from properties p
        where p.agency_uid = ${agency} and p.uid = u.property_uid) as parent_uid,
      u.uid = any(array(select o.unit_uid
        from (select l.uid from leads l where l.agency_uid = ${agency}
          and l.timer_ends_at <= ${ctx.clock.now()} offset 0) l
        cross join lateral (select h.unit_uid from occupancies h
          where h.agency_uid = ${agency} and h.lead_uid = l.uid offset 0) o)) as has_lapsed
    from units u
    where u.agency_uid = ${agency} and u.deleted_at is null and u.uid = any(array(${uids}))
    order by u.uid for no key update of u`.execute(ctx.db)
  return rows
}

/**
 * The uids of the units of properties and of their subs, those deleted left out; looked up property
 * by property, whatever the planner knows of the tables.
 */
export function unitsOfFamilies(agency: Sql, propertyUids: Sql): Sql {
  const family = sql`select p.uid from properties p
    where p.agency_uid = ${agency} and p.deleted_at is null`
  return sql`select s.uid from unnest(array(${family} and p.uid = any(${propertyUids})
      union ${family} and p.parent_uid = any(${propertyUids}))) f (uid)
    cross join lateral (select x.uid from units x where x.agency_uid = ${agency}
      and x.property_uid = f.uid and x.deleted_at is null offset 0) s`
}

/** Marks the units of a property as deleted. */
export async function markUnitsDeleted(
  { db, clock }: Context,
  property: { agency_uid: string; uid: string },
): Promise<void> {
  const now = clock.now()
  const where = { agency_uid: property.agency_uid, property_uid: property.uid, deleted_at: null }
  await updateRows({ db }, 'units', where, { deleted_at: now, updated_at: now })
}

/** Locks a unit; undefined when it is gone. */
export async function lockOneUnit(
  { db }: Context,
  key: { agency_uid: string; uid: string },
): Promise<Selectable<UnitsTable> | undefined> {
  const unit = await lockRow({ db }, 'units', key)
  return unit?.deleted_at === null ? unit : undefined
}
