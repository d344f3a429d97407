import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyOf } from '../../access/agencies/tenant.sql.ts'
import { joinReachOf } from '../../access/partners/reach.sql.ts'

/**
 * Orders `o` with their leads `l`, and of a partner only those within its `reach`. What they are
 * joined in says whose they are, and that their leads are not deleted.
 */
export function reachedOrders(caller: Caller): Sql {
  return sql`orders o
    join leads l on l.agency_uid = ${agencyOf(caller, 'o')} and l.uid = o.lead_uid
    ${joinReachOf(caller, 'l')}`
}
