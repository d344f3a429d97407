import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inOrder } from '../../../platform/db/gathered/in-order.ts'

interface Linked {
  uid: string
  parent_uid: string | null
}

/**
 * Locks properties against changes of their families, those deleted left out, for an act that
 * changes their leads and takes no nights; ordinary changes of them pass. The transaction then
 * knows whose calendars show what it does (docs/decisions/0038-response-cache.md).
 */
export async function lockFamilies(
  ctx: Pick<Context, 'db' | 'pending'>,
  agencyUid: string,
  propertyUids: (string | null)[],
): Promise<void> {
  const isAsked = (uid: string | null) => uid !== null && !ctx.pending.calendarsOf(uid)
  const uids = [...new Set(propertyUids)].filter(isAsked)
  if (uids.length === 0) return
  // A statement of its own, begun after the locks were given: it sees the families as they are.
  const [{ rows: locked }, { rows: subs }] = await inOrder(
    sql<Linked>`select p.uid, p.parent_uid from properties p
      where p.agency_uid = ${agencyUid} and p.uid = any(${uids}::uuid[])
        and p.deleted_at is null order by p.uid for key share`.execute(ctx.db),
    sql<Linked>`select p.uid, p.parent_uid from properties p
      where p.agency_uid = ${agencyUid} and p.parent_uid = any(${uids}::uuid[])
        and p.parent_uid is not null and p.deleted_at is null order by p.uid`.execute(ctx.db),
  )
  for (const { uid, parent_uid } of locked) {
    const linked = subs.filter(sub => sub.parent_uid === uid).map(sub => sub.uid)
    ctx.pending.knowFamily(uid, parent_uid === null ? linked : [parent_uid, ...linked])
  }
}
