import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import type { LeadReference } from './lead-events.ts'

/**
 * Updates `updated_at` of the leads of a changed property or assignee, because lists with
 * `updatedSince` must include them (contract/general.md §5). The caller has locked the property or
 * employee; leads are locked after it, sorted by uid like in all actions, to avoid deadlocks.
 */
export async function bumpLeadTimes(ctx: Context, reference: LeadReference): Promise<void> {
  const { agency_uid } = reference
  const [column, uid] =
    'property_uid' in reference
      ? ['property_uid', reference.property_uid]
      : ['assignee_uid', reference.assignee_uid]
  const { rows } = await sql<{ uid: string }>`select l.uid from leads l
    where l.agency_uid = ${agency_uid} and l.${sql.ref(column)} = ${uid}
    and l.deleted_at is null order by l.uid for no key update`.execute(ctx.db)
  const uids = rows.map(row => row.uid)
  for (let i = 0; i < uids.length; i += batchSize) {
    await sql`update leads set updated_at = ${laterThan(ctx)} where agency_uid = ${agency_uid}
      and uid = any(${uids.slice(i, i + batchSize)}::uuid[])`.execute(ctx.db)
  }
}

/** Leads per statement, to stay far below the statement timeout. */
const batchSize = 5_000
