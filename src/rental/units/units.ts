import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Sql } from '../../platform/graphql/fields.ts'
import { ofCaller } from '../agencies/tenant.ts'
import { propertyAccess, type Reached, reach, type Wanted } from '../partners/reach.ts'
import type { UnitsTable } from '../tables.ts'

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
        join.onRef('p.agency_uid', '=', 'u.agency_uid').onRef('p.uid', '=', 'u.property_uid'),
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

/** Stores units. */
export async function insertUnits(
  { db }: Pick<Context, 'db'>,
  units: Insertable<UnitsTable>[],
): Promise<void> {
  if (units.length > 0) await db.insertInto('units').values(units).execute()
}

/** A unit, one row of the table. */
export type Unit = Selectable<UnitsTable>

/**
 * The units whose nights a lead on a property takes (contract/pricing.md §3.2): a master's are its
 * subs', a unit type's are all of them, any other property has its own single unit. Ordered by age.
 */
export async function listUnitsTaken(
  { db }: Pick<Context, 'db'>,
  property: { agency_uid: string; uid: string },
): Promise<Unit[]> {
  const { rows } = await sql<Unit>`select u.* from units u
    where u.agency_uid = ${property.agency_uid} and u.deleted_at is null
    and u.property_uid in (${propertiesTaken(property)})
    order by u.created_at, u.uid`.execute(db)
  return rows
}

/**
 * Locks the units that leads on a property take, in the order of their uids, so that whoever needs
 * some of them waits for whoever has them. The property's row is locked before, against changes of
 * its family; that lets ordinary changes of it pass.
 */
export async function lockUnitsTaken(
  ctx: Pick<Context, 'db'>,
  property: { agency_uid: string; uid: string },
): Promise<Unit[]> {
  await ctx.db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', property.agency_uid)
    .where('uid', '=', property.uid)
    .forKeyShare()
    .execute()
  return lockUnits(ctx, property)
}

/** Locks the units alone: for acts that have the properties' rows locked. */
export async function lockUnits(
  { db }: Pick<Context, 'db'>,
  property: { agency_uid: string; uid: string },
): Promise<Unit[]> {
  const { rows } = await sql<Unit>`select u.* from units u
    where u.agency_uid = ${property.agency_uid} and u.deleted_at is null
    and u.property_uid in (${propertiesTaken(property)})
    order by u.uid for update`.execute(db)
  return rows
}

function propertiesTaken({ agency_uid, uid }: { agency_uid: string; uid: string }): Sql {
  const subs = sql`select c.uid from properties c where c.agency_uid = ${agency_uid}
    and c.parent_uid = ${uid} and c.deleted_at is null`
  return sql`${subs} union all select ${uid}::uuid where not exists (${subs})`
}

/** Marks the units of a property as deleted. */
export async function markUnitsDeleted(
  { db, clock }: Context,
  property: { agency_uid: string; uid: string },
): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('units')
    .set({ deleted_at: now, updated_at: now })
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('deleted_at', 'is', null)
    .execute()
}
