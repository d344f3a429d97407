import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Row, rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { joinCallerAccess } from '../../access/partners/access-scope.sql.ts'

/** Returns the selected columns of accessible leads: all columns, and the caller's access. */
export function accessibleLeadColumns({ caller }: Context): Sql {
  return caller.kind === 'partner'
    ? sql`l.*, reach.personal as personal, reach.access as access`
    : sql`l.*, true as personal, 'READ_WRITE' as access`
}

/** Returns `from leads l … where` for the caller's accessible leads, including deleted ones. */
export function fromAccessibleLeads({ caller }: Context): Sql {
  return sql`from leads l ${joinCallerAccess(caller, 'l')} where ${inCallerTenant(caller, 'l')}`
}

/** Returns the row of a lead of {@link fromAccessibleLeads}, for SQL fragments. */
export function accessibleLeadRow(ctx: Pick<Context, 'caller'>): Row {
  return rowAs('l', personalDataCondition(ctx), { agency_uid: agencyOf(ctx.caller, 'l') })
}

/**
 * Returns the condition under which the caller may see guest data of
 * {@link fromAccessibleLeads}; null if it may see all.
 */
export function personalDataCondition({ caller }: Pick<Context, 'caller'>): Sql | null {
  return caller.kind === 'partner' ? sql`reach.personal` : null
}
