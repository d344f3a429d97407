/** In which state objects are whose changes can be conditional: contract/general.md §14. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { ObjectState } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'

/**
 * How a route finds the state of the rows that it is about, by their table and by what events call
 * them. It gives null where the caller's agencies have none. Each change of a row moves its time of
 * change on, if only by a millisecond. That of a property does not move when its nights are taken,
 * as the number of its events does.
 */
export function stateOfRows(table: string, kind: string) {
  return (ctx: Pick<Context, 'db' | 'caller'>, uid: string, options: { locks: boolean }) =>
    findState(ctx, { table, kind }, uid, options)
}

async function findState(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { table, kind }: { table: string; kind: string },
  text: string,
  { locks }: { locks: boolean },
): Promise<ObjectState | null> {
  const uid = asUid(text)
  if (uid === null) return null
  const { rows } = await sql<{ agency_uid: string; changed: string }>`
    select t.agency_uid, (extract(epoch from t.updated_at) * 1000)::bigint::text as changed
    from ${sql.table(table)} t where ${ofCaller(caller, 't')} and t.uid = ${uid}
    ${locks ? sql`for no key update` : sql``}`.execute(db)
  const [row] = rows
  if (!row) return null
  // A statement of its own, begun after the lock was given: it sees what the holder before told.
  const version = locks ? await findVersion({ db }, kind, row.agency_uid, uid) : 0
  return { tag: `t${Number(row.changed).toString(36)}`, version }
}

async function findVersion(
  { db }: Pick<Context, 'db'>,
  kind: string,
  agencyUid: string,
  uid: string,
): Promise<number> {
  const row = await db
    .selectFrom('object_versions')
    .select('version')
    .where('agency_uid', '=', agencyUid)
    .where('object_type', '=', kind)
    .where('object_uid', '=', uid)
    .executeTakeFirst()
  return row?.version ?? 0
}
