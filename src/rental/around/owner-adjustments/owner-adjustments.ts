import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import {
  propertyAccess,
  type Reached,
  reach,
  type Wanted,
} from '../../access/partners/reach.sql.ts'
import type { OwnerAdjustment } from './owner-adjustment.ts'

export interface AdjustmentFilters {
  propertyUid?: string | undefined
  ownerUid?: string | undefined
  /** Both ends are included. */
  from?: string | undefined
  to?: string | undefined
}

/** An adjustment that a request named. */
export type ReachedAdjustment = OwnerAdjustment & Reached

/** The adjustments of properties within reach that pass the filters, the latest date first. */
export async function listOwnerAdjustments(
  ctx: Context,
  { propertyUid, ownerUid, from, to }: AdjustmentFilters,
): Promise<OwnerAdjustment[]> {
  const { rows } = await sql<OwnerAdjustment>`${selectReached(ctx)}
    and ${propertyAccess(ctx.caller, 'p')} is not null
    ${propertyUid === undefined ? sql`` : sql`and a.property_uid = ${propertyUid}`}
    ${ownerUid === undefined ? sql`` : sql`and a.owner_uid = ${ownerUid}`}
    ${from === undefined ? sql`` : sql`and a.date >= ${from}`}
    ${to === undefined ? sql`` : sql`and a.date <= ${to}`}
    order by a.date desc, a.created_at desc, a.uid desc`.execute(ctx.db)
  return rows
}

/**
 * The adjustment that the uid in a path names, within reach through its property.
 *
 * @throws ApiError OWNER_ADJUSTMENT_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedAdjustment(
  ctx: Context,
  text: string,
  { access }: Pick<Wanted, 'access'> = {},
): Promise<ReachedAdjustment> {
  const wanted = { parameter: 'uid', inPath: true, ...(access ? { access } : {}) }
  return reach(text, wanted, 'OWNER_ADJUSTMENT_NOT_FOUND', async uid => {
    const { rows } = await sql<ReachedAdjustment>`${selectReached(ctx)}
      and a.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

function selectReached({ caller }: Context) {
  return sql`select a.*, ${propertyAccess(caller, 'p')} as access from owner_adjustments a
    join properties p on p.agency_uid = ${agencyOf(caller, 'a')} and p.uid = a.property_uid
    where ${ofCaller(caller, 'a')} and p.deleted_at is null`
}
