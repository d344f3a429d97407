import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import type { Fee } from './fee.ts'

/** The fees of a property in the order of their creation. */
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

/** A fee of a property within reach that is not deleted. */
export async function findFee(ctx: Context, uid: string): Promise<Fee | undefined> {
  return ctx.db
    .selectFrom('fees as f')
    .innerJoin('properties as p', join =>
      join
        .on(sql<boolean>`p.agency_uid = ${agencyOf(ctx.caller, 'f')}`)
        .onRef('p.uid', '=', 'f.property_uid'),
    )
    .selectAll('f')
    .where(sql<boolean>`${ofCaller(ctx.caller, 'f')}`)
    .where('f.uid', '=', uid)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`${isReached(ctx.caller, 'p')}`)
    .executeTakeFirst()
}
