import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import {
  type AccessibleRow,
  propertyAccess,
  type RequiredAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import type { OwnerAdjustment } from './owner-adjustment.ts'

export interface AdjustmentFilters {
  propertyUid?: string | undefined
  ownerUid?: string | undefined
  /** Both dates are inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** Adjustment with the caller's access. */
export type AccessibleAdjustment = OwnerAdjustment & AccessibleRow

/** Lists the adjustments of accessible properties that match the filters, the latest date first. */
export async function listOwnerAdjustments(
  ctx: Context,
  { propertyUid, ownerUid, from, to }: AdjustmentFilters,
): Promise<OwnerAdjustment[]> {
  const { rows } = await sql<OwnerAdjustment>`${selectAccessible(ctx)}
    and ${propertyAccess(ctx.caller, 'p')} is not null
    ${propertyUid === undefined ? sql`` : sql`and a.property_uid = ${propertyUid}`}
    ${ownerUid === undefined ? sql`` : sql`and a.owner_uid = ${ownerUid}`}
    ${from === undefined ? sql`` : sql`and a.date >= ${from}`}
    ${to === undefined ? sql`` : sql`and a.date <= ${to}`}
    order by a.date desc, a.created_at desc, a.uid desc`.execute(ctx.db)
  return rows
}

/**
 * Returns the adjustment of a uid in a path, if the caller has access to its property.
 *
 * @throws ApiError OWNER_ADJUSTMENT_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireAdjustment(
  ctx: Context,
  adjustmentUid: string,
  { access }: Pick<RequiredAccess, 'access'> = {},
): Promise<AccessibleAdjustment> {
  const options = { parameter: 'uid', inPath: true, ...(access ? { access } : {}) }
  return requireAccess(adjustmentUid, options, 'OWNER_ADJUSTMENT_NOT_FOUND', async uid => {
    const { rows } = await sql<AccessibleAdjustment>`${selectAccessible(ctx)}
      and a.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

function selectAccessible({ caller }: Context) {
  return sql`select a.*, ${propertyAccess(caller, 'p')} as access from owner_adjustments a
    join properties p on p.agency_uid = ${agencyOf(caller, 'a')} and p.uid = a.property_uid
    where ${inCallerTenant(caller, 'a')} and p.deleted_at is null`
}
