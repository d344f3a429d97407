import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyOf } from '../../access/agencies/tenant.sql.ts'
import { joinCallerAccess } from '../../access/partners/access-scope.sql.ts'

/**
 * Joins orders `o` to their leads `l`, and for a partner to the grants (`reach`) that give access.
 * The caller's statement must add conditions on the agency and on deleted leads.
 */
export function accessibleOrders(caller: Caller): Sql {
  return sql`orders o
    join leads l on l.agency_uid = ${agencyOf(caller, 'o')} and l.uid = o.lead_uid
    ${joinCallerAccess(caller, 'l')}`
}
