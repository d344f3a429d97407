import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { insertRows, lockRow, updateRow, updateRows } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import {
  type AccessibleRow,
  propertyAccess,
  type RequiredAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import type { UnitsTable } from '../../tables.ts'
import type { UnitRow } from './unit.ts'

/** Unit that the caller may access. */
export interface AccessibleUnit extends AccessibleRow {
  property_uid: string
}

/**
 * Returns the unit with this uid if the caller may access its unit type and neither is deleted.
 * Clients never see the single unit of another property.
 *
 * @throws ApiError ACCESS_DENIED, in a path UNIT_NOT_FOUND; READ_ONLY_GRANT
 */
export async function requireUnit(
  ctx: Context,
  uidText: string,
  options: RequiredAccess = {},
): Promise<AccessibleUnit> {
  return requireAccess(uidText, { parameter: 'unitUid', ...options }, 'UNIT_NOT_FOUND', uid =>
    ctx.db
      .selectFrom('units as u')
      .innerJoin('properties as p', join =>
        join
          .on(sql<boolean>`p.agency_uid = ${agencyOf(ctx.caller, 'u')}`)
          .onRef('p.uid', '=', 'u.property_uid'),
      )
      .select(['u.agency_uid', 'u.uid', 'u.property_uid'])
      .select(sql<AccessibleRow['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
      .where(sql<boolean>`${inCallerTenant(ctx.caller, 'u')}`)
      .where('u.uid', '=', uid)
      .where('u.deleted_at', 'is', null)
      .where('p.hotel_uid', 'is not', null)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** Unit type that the caller may access. */
export interface AccessibleUnitType extends AccessibleRow {
  hotel_uid: string
}

/**
 * Returns the unit type with this uid if the caller may access it and it is not deleted.
 *
 * @throws ApiError ACCESS_DENIED, in a path UNIT_TYPE_NOT_FOUND; READ_ONLY_GRANT
 */
export async function requireUnitType(
  ctx: Context,
  uidText: string,
  options: RequiredAccess = {},
): Promise<AccessibleUnitType> {
  return requireAccess(
    uidText,
    { parameter: 'unitTypeUid', ...options },
    'UNIT_TYPE_NOT_FOUND',
    uid =>
      ctx.db
        .selectFrom('properties as p')
        .select(['p.agency_uid', 'p.uid'])
        .select(sql<string>`p.hotel_uid`.as('hotel_uid'))
        .select(sql<AccessibleRow['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
        .where(sql<boolean>`${inCallerTenant(ctx.caller, 'p')}`)
        .where('p.uid', '=', uid)
        .where('p.hotel_uid', 'is not', null)
        .where('p.deleted_at', 'is', null)
        .executeTakeFirst(),
  )
}

/** Lists the units of a unit type, oldest first. */
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

/** Finds a unit of a unit type in the caller's agencies. */
export async function findUnit(ctx: Context, uid: string): Promise<UnitRow | undefined> {
  const { rows } = await sql<UnitRow>`
    ${selectUnits(agencyOf(ctx.caller, 'u'))} where ${inCallerTenant(ctx.caller, 'u')}
    and u.uid = ${uid} and u.deleted_at is null`.execute(ctx.db)
  return rows[0]
}

const selectUnits = (agency: Sql) => sql`select u.*, p.hotel_uid from units u
  join properties p on p.agency_uid = ${agency} and p.uid = u.property_uid
    and p.hotel_uid is not null`

/** @throws ApiError ALREADY_EXISTS if another unit of the unit type has the name */
export async function updateUnit(
  ctx: Context,
  unit: { agency_uid: string; uid: string },
  changes: { name?: string; is_active?: boolean; deleted_at?: Date },
): Promise<void> {
  await updateRow(ctx, 'units', unit, { ...changes, updated_at: laterThan(ctx) })
}

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

export async function insertUnits(
  { db }: Pick<Context, 'db'>,
  units: Insertable<UnitsTable>[],
): Promise<void> {
  await insertRows({ db }, 'units', units)
}

export type LockedUnit = Selectable<UnitsTable> & {
  /** Master of its property; null if there is none. */
  parent_uid: string | null
  /** True if a lead holds nights of it although its timer has expired. */
  has_lapsed: boolean
}

/**
 * Locks the units of properties and of their sub-properties, in the order of their uids to avoid
 * deadlocks. The properties are locked before. Does not block inserts that reference a unit, such
 * as those of its history.
 */
export async function lockUnits(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  propertyUids: string[],
): Promise<LockedUnit[]> {
  const agency = sql`${agencyUid}::uuid`
  const uids = unitsOfFamilies(agency, sql`${propertyUids}::uuid[]`)
  // Few leads have an expired timer, many hold nights.
  const { rows } = await sql<LockedUnit>`select u.*, (select p.parent_uid from properties p
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
 * Returns the uids of the units of properties and of their sub-properties, without deleted ones.
 * Looks them up per property, independent of the planner's statistics.
 */
export function unitsOfFamilies(agency: Sql, propertyUids: Sql): Sql {
  const family = sql`select p.uid from properties p
    where p.agency_uid = ${agency} and p.deleted_at is null`
  return sql`select s.uid from unnest(array(${family} and p.uid = any(${propertyUids})
      union ${family} and p.parent_uid = any(${propertyUids}))) f (uid)
    cross join lateral (select x.uid from units x where x.agency_uid = ${agency}
      and x.property_uid = f.uid and x.deleted_at is null offset 0) s`
}

export async function markUnitsDeleted(
  { db, clock }: Context,
  property: { agency_uid: string; uid: string },
): Promise<void> {
  const now = clock.now()
  const where = { agency_uid: property.agency_uid, property_uid: property.uid, deleted_at: null }
  await updateRows({ db }, 'units', where, { deleted_at: now, updated_at: now })
}

/** Locks a unit. Returns undefined if it is deleted. */
export async function lockOneUnit(
  { db }: Context,
  key: { agency_uid: string; uid: string },
): Promise<Selectable<UnitsTable> | undefined> {
  const unit = await lockRow({ db }, 'units', key)
  return unit?.deleted_at === null ? unit : undefined
}
