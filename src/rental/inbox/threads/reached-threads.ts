import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyOf } from '../../access/agencies/tenant.sql.ts'
import { joinReachOf } from '../../access/partners/reach.sql.ts'

/**
 * The lead `l` of a thread `t`, looked up thread by thread, whatever the planner knows of the
 * tables: else it may read all of an agency for each. To be joined `lateral`.
 */
export function leadOfThread(caller: Caller): Sql {
  return sql`(select l.agency_uid, l.property_uid, l.created_by_partner_uid,
      l.type, l.status, l.timer_ends_at, l.check_out_at
    from leads l where l.agency_uid = ${agencyOf(caller, 't')} and l.uid = t.lead_uid offset 0) l`
}

/**
 * Joins the leads `l` of threads `t`, deleted ones among them, and of a partner only those within
 * its `reach`: a thread without a lead is the agency's alone (contract/messaging.md §4.1).
 */
export function joinLead(caller: Caller): Sql {
  if (caller.kind !== 'partner') return sql`left join lateral ${leadOfThread(caller)} on true`
  return sql`cross join lateral ${leadOfThread(caller)} ${joinReachOf(caller, 'l')}`
}

/**
 * Joins the threads `t` of messages `m`, of a partner only those within its `reach`. `first` is
 * the relation by which rows are found: threads are looked up message by message, or found before
 * their messages.
 */
export function joinThread(caller: Caller, first: 'messages' | 'threads'): Sql {
  const isSame = sql`t.agency_uid = ${agencyOf(caller, 'm')} and t.uid = m.thread_uid`
  const thread =
    first === 'threads'
      ? sql`join threads t on ${isSame}`
      : sql`cross join lateral (select t.agency_uid, t.uid, t.lead_uid
          from threads t where ${isSame} offset 0) t`
  return caller.kind === 'partner' ? sql`${thread} ${joinLead(caller)}` : thread
}
