import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inOrder } from '../../../platform/db/gathered/in-order.ts'
import { PlanCache, slot } from '../../../platform/db/prepare.ts'

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
  const asked = { agency: agencyUid, properties: [...new Set(propertyUids)].filter(isAsked) }
  if (asked.properties.length === 0) return
  // A statement of its own, begun after the locks were given: it sees the families as they are.
  const [{ rows: locked }, { rows: subs }] = await inOrder(
    plans.execute<Linked>(ctx, ['locking', lockingSql], asked),
    plans.execute<Linked>(ctx, ['subs', subsSql], asked),
  )
  for (const { uid, parent_uid } of locked) {
    const linked = subs.filter(sub => sub.parent_uid === uid).map(sub => sub.uid)
    ctx.pending.knowFamily(uid, parent_uid === null ? linked : [parent_uid, ...linked])
  }
}

const plans = new PlanCache()
const agency = slot('agency', 'uuid')
const asked = slot('properties', 'uuid[]')

const lockingSql = () => sql`select p.uid, p.parent_uid from properties p
  where p.agency_uid = ${agency} and p.uid = any(${asked})
    and p.deleted_at is null order by p.uid for key share`

const subsSql = () => sql`select p.uid, p.parent_uid from properties p
  where p.agency_uid = ${agency} and p.parent_uid = any(${asked})
    and p.parent_uid is not null and p.deleted_at is null order by p.uid`
