import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import type { Fee, FeeColumns } from './fee.ts'

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

/** Stores a fee. */
export async function insertFee({ db }: Pick<Context, 'db'>, fee: Fee): Promise<Fee> {
  return db.insertInto('fees').values(fee).returningAll().executeTakeFirstOrThrow()
}

/** Stores many fees. */
export async function insertFees({ db }: Pick<Context, 'db'>, fees: Fee[]): Promise<void> {
  if (fees.length > 0) await db.insertInto('fees').values(fees).execute()
}

/** A fee's key. */
type FeeKey = Pick<Fee, 'agency_uid' | 'uid'>

/** The fee as it is, which nobody else changes until the transaction ends; undefined when gone. */
export async function lockFee({ db }: Context, key: FeeKey): Promise<Fee | undefined> {
  return db
    .selectFrom('fees')
    .selectAll()
    .where('agency_uid', '=', key.agency_uid)
    .where('uid', '=', key.uid)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes what may be changed of a fee and gives it as it is then. */
export async function updateFee(ctx: Context, key: FeeKey, columns: FeeColumns): Promise<Fee> {
  return ctx.db
    .updateTable('fees')
    .set({ ...columns, updated_at: ctx.clock.now() })
    .where('agency_uid', '=', key.agency_uid)
    .where('uid', '=', key.uid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a fee; false when it was gone already. */
export async function deleteFeeRow({ db }: Context, key: FeeKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('fees')
    .where('agency_uid', '=', key.agency_uid)
    .where('uid', '=', key.uid)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
