import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import type { Fee } from './fee.ts'

/** Lists the fees of a property, oldest first. */
export async function listFees(
  { db }: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<Fee[]> {
  return db
    .selectFrom('fees')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', uid)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
}

/** Finds a fee of an accessible property that is not deleted. */
export async function findFee(ctx: Context, uid: string): Promise<Fee | undefined> {
  return ctx.db
    .selectFrom('fees as f')
    .innerJoin('properties as p', join =>
      join
        .on(sql<boolean>`p.agency_uid = ${agencyOf(ctx.caller, 'f')}`)
        .onRef('p.uid', '=', 'f.property_uid'),
    )
    .selectAll('f')
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'f')}`)
    .where('f.uid', '=', uid)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`${isPropertyAccessible(ctx.caller, 'p')}`)
    .executeTakeFirst()
}
