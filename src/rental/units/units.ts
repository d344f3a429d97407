import { type Insertable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { ofCaller } from '../agencies/tenant.ts'
import { propertyAccess, type Reached, reach, type Wanted } from '../partners/reach.ts'
import type { UnitsTable } from '../tables.ts'

/** A unit that a request named. */
export interface ReachedUnit extends Reached {
  property_uid: string
}

/**
 * The unit that a uid of a request names, within reach through its property, neither deleted.
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
