import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { awaitAll } from '../../../platform/db/pipeline/await-all.ts'

interface Linked {
  uid: string
  parent_uid: string | null
}

/**
 * Locks properties against changes of their sub-property links, for a command that changes leads
 * but takes no nights. Does not block other updates of the properties. Deleted ones are left out.
 * Registers the families in `pending`, to invalidate their calendars
 * (docs/decisions/0038-response-cache.md).
 */
export async function lockFamilies(
  ctx: Pick<Context, 'db' | 'pending'>,
  agencyUid: string,
  propertyUids: (string | null)[],
): Promise<void> {
  const isUnlocked = (uid: string | null) => uid !== null && !ctx.pending.listFamily(uid)
  const uids = [...new Set(propertyUids)].filter(isUnlocked)
  if (uids.length === 0) return
  // A separate statement, begun after the locks were acquired: it reads the current families.
  const [{ rows: locked }, { rows: subs }] = await awaitAll(
    sql<Linked>`select p.uid, p.parent_uid from properties p
      where p.agency_uid = ${agencyUid} and p.uid = any(${uids}::uuid[])
        and p.deleted_at is null order by p.uid for key share`.execute(ctx.db),
    sql<Linked>`select p.uid, p.parent_uid from properties p
      where p.agency_uid = ${agencyUid} and p.parent_uid = any(${uids}::uuid[])
        and p.parent_uid is not null and p.deleted_at is null order by p.uid`.execute(ctx.db),
  )
  for (const { uid, parent_uid } of locked) {
    const linked = subs.filter(sub => sub.parent_uid === uid).map(sub => sub.uid)
    ctx.pending.setFamily(uid, parent_uid === null ? linked : [parent_uid, ...linked])
  }
}
