import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Row, rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { joinReachOf } from '../../access/partners/reach.sql.ts'

/** What is selected of leads within reach: their columns, and what the caller may see and do. */
export function columns({ caller }: Context): Sql {
  return caller.kind === 'partner'
    ? sql`l.*, reach.personal as personal, reach.access as access`
    : sql`l.*, true as personal, 'READ_WRITE' as access`
}

/** `from leads l … where`: the leads within reach, deleted ones among them. */
export function fromReached({ caller }: Context): Sql {
  return sql`from leads l ${joinReachOf(caller, 'l')} where ${ofCaller(caller, 'l')}`
}

/** A lead of {@link fromReached}. */
export function reachedLeadRow(ctx: Pick<Context, 'caller'>): Row {
  return rowAs('l', personalOf(ctx), { agency_uid: agencyOf(ctx.caller, 'l') })
}

/** Who may see guests' data of the leads of {@link fromReached}; null: the caller of all. */
export function personalOf({ caller }: Pick<Context, 'caller'>): Sql | null {
  return caller.kind === 'partner' ? sql`reach.personal` : null
}
