import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyOf } from '../../access/agencies/tenant.sql.ts'
import { joinCallerAccess } from '../../access/partners/access-scope.sql.ts'

/**
 * Returns the lead `l` of a thread `t`, to be joined `lateral`. `offset 0` makes the planner look
 * up one lead per thread; otherwise it may read all leads of an agency for each.
 */
export function lateralLead(caller: Caller): Sql {
  return sql`(select l.agency_uid, l.property_uid, l.created_by_partner_uid,
      l.type, l.status, l.timer_ends_at, l.check_out_at
    from leads l where l.agency_uid = ${agencyOf(caller, 't')} and l.uid = t.lead_uid offset 0) l`
}

/**
 * Joins the leads `l` of threads `t`, including deleted ones, for a partner only those in its
 * access scope: a thread without a lead is visible to the agency only (contract/messaging.md §4.1).
 */
export function joinLead(caller: Caller): Sql {
  if (caller.kind !== 'partner') return sql`left join lateral ${lateralLead(caller)} on true`
  return sql`cross join lateral ${lateralLead(caller)} ${joinCallerAccess(caller, 'l')}`
}

/**
 * Joins the threads `t` of messages `m`, for a partner only those in its access scope.
 *
 * @param drivingTable table that the planner reads first: with `messages` it looks up one thread
 * per message, with `threads` it is free to look up the messages of threads
 */
export function joinThread(caller: Caller, drivingTable: 'messages' | 'threads'): Sql {
  const isThreadOfMessage = sql`t.agency_uid = ${agencyOf(caller, 'm')} and t.uid = m.thread_uid`
  const thread =
    drivingTable === 'threads'
      ? sql`join threads t on ${isThreadOfMessage}`
      : sql`cross join lateral (select t.agency_uid, t.uid, t.lead_uid
          from threads t where ${isThreadOfMessage} offset 0) t`
  return caller.kind === 'partner' ? sql`${thread} ${joinLead(caller)}` : thread
}
