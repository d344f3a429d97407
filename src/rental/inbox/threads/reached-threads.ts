import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { joinReachOf } from '../../access/partners/reach.sql.ts'

/**
 * Joins the leads `l` of threads `t`, deleted ones among them, and of a partner only those within
 * its `reach`: a thread without a lead is the agency's alone (contract/messaging.md §4.1).
 */
export function joinLead(caller: Caller): Sql {
  return sql`${caller.kind === 'partner' ? sql`` : sql`left`} join leads l
    on l.agency_uid = t.agency_uid and l.uid = t.lead_uid ${joinReachOf(caller, 'l')}`
}

/** Joins the threads `t` of messages `m`, of a partner only those within its `reach`. */
export function joinThread(caller: Caller): Sql {
  const thread = sql`join threads t on t.agency_uid = m.agency_uid and t.uid = m.thread_uid`
  return caller.kind === 'partner' ? sql`${thread} ${joinLead(caller)}` : thread
}
