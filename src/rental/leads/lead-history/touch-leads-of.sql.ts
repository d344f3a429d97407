import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import type { LeadReference } from './lead-events.ts'

/**
 * Updates the times of change of the leads whose property or assignee is shown otherwise from now
 * on, so that a list with `updatedSince` has them (contract/general.md §5). Their locks are taken
 * after that of the property or employee, in the order of their uids, as acts on leads do it.
 */
export async function touchLeadsOf(ctx: Context, shown: LeadReference): Promise<void> {
  const { agency_uid } = shown
  const [column, uid] =
    'property_uid' in shown
      ? ['property_uid', shown.property_uid]
      : ['assignee_uid', shown.assignee_uid]
  const { rows } = await sql<{ uid: string }>`select l.uid from leads l
    where l.agency_uid = ${agency_uid} and l.${sql.ref(column)} = ${uid}
    and l.deleted_at is null order by l.uid for no key update`.execute(ctx.db)
  const uids = rows.map(row => row.uid)
  for (let i = 0; i < uids.length; i += leadsAtOnce) {
    await sql`update leads set updated_at = ${laterThan(ctx)} where agency_uid = ${agency_uid}
      and uid = any(${uids.slice(i, i + leadsAtOnce)}::uuid[])`.execute(ctx.db)
  }
}

/** Keeps each statement far below the time that one may take. */
const leadsAtOnce = 5_000
