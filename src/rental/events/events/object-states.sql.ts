/** States of objects that can be changed conditionally: contract/general.md §14. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { ObjectState, StateOptions } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'

/**
 * Returns a function that reads the state of a row, for the routes of a table; null if the caller's
 * agencies have no such row. `objectType` is that of events. Each change of a row increases
 * its time of change by at least a millisecond. The time of a property does not change when its
 * nights are occupied; the number of its events does.
 */
export function stateReader(table: string, objectType: string) {
  return (ctx: Pick<Context, 'db' | 'caller'>, uid: string, options: Pick<StateOptions, 'locks'>) =>
    findState(ctx, { table, objectType }, uid, options)
}

async function findState(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { table, objectType }: { table: string; objectType: string },
  text: string,
  { locks }: { locks: boolean },
): Promise<ObjectState | null> {
  const uid = asUid(text)
  if (uid === null) return null
  const { rows } = await sql<{ agency_uid: string; changed: string }>`
    select t.agency_uid, (extract(epoch from t.updated_at) * 1000)::bigint::text as changed
    from ${sql.table(table)} t where ${inCallerTenant(caller, 't')} and t.uid = ${uid}
    ${locks ? sql`for no key update` : sql``}`.execute(db)
  const [row] = rows
  if (!row) return null
  // A separate statement, begun after the lock is acquired, sees the events of the previous holder.
  const version = locks ? await findVersion({ db }, objectType, row.agency_uid, uid) : 0
  return { tag: `t${Number(row.changed).toString(36)}`, version }
}

async function findVersion(
  { db }: Pick<Context, 'db'>,
  objectType: string,
  agencyUid: string,
  uid: string,
): Promise<number> {
  const row = await db
    .selectFrom('object_versions')
    .select('version')
    .where('agency_uid', '=', agencyUid)
    .where('object_type', '=', objectType)
    .where('object_uid', '=', uid)
    .executeTakeFirst()
  return row?.version ?? 0
}
