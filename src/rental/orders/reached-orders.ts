import { sql } from 'kysely'
import type { Sql } from '../../platform/graphql/fields.ts'
import type { Caller } from '../agencies/caller.ts'
import { joinReach } from '../partners/reach.ts'

/**
 * Orders `o` with their leads `l`, and of a partner only those within its `reach`. What they are
 * joined in says whose they are, and that their leads are not deleted.
 */
export function reachedOrders(caller: Caller): Sql {
  const reach = caller.kind === 'partner' ? joinReach('l', sql`${caller.partnerUid}::uuid`) : sql``
  return sql`orders o
    join leads l on l.agency_uid = o.agency_uid and l.uid = o.lead_uid ${reach}`
}
