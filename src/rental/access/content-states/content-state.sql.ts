/**
 * States of objects by their content, for conditional requests (contract/general.md §14): of
 * objects without a time of change that every change advances.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { ObjectState, StateOptions } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { inCallerTenant } from '../agencies/tenant.sql.ts'

/** Rows that an object consists of. */
interface Rows {
  table: string
  /** Columns that are part of the object; default: all. */
  columns?: readonly string[]
}

/**
 * Row that a change locks, by its table and key, and the column by which the rows of the object
 * refer to it. Without a table, the object is the row.
 */
const owners = {
  row: { table: null, key: 'uid', column: 'uid' },
  agency: { table: 'agencies', key: 'agency_uid', column: 'agency_uid' },
  property: { table: 'properties', key: 'uid', column: 'property_uid' },
} as const

/**
 * Returns a function that reads the state of an object: a row, or all rows of an agency or a
 * property in some tables.
 *
 * @param filter column with the value of the request's parameter of that name
 */
export function contentReader(
  owner: keyof typeof owners,
  rows: Rows | readonly Rows[],
  { filter }: { filter?: 'locale' } = {},
) {
  const all = [rows].flat() as Rows[]
  const { table: ownerTable, key, column } = owners[owner]
  return async (
    ctx: Pick<Context, 'db' | 'caller'>,
    text: string,
    { locks, named }: StateOptions,
  ): Promise<ObjectState | null> => {
    const uid = asUid(text)
    if (uid === null) return null
    if (locks) await lockOwner(ctx, { table: ownerTable ?? all[0]!.table, key }, uid)
    const condition = filter ? sql`and ${sql.ref(`t.${filter}`)} = ${named[filter] ?? null}` : sql``
    const contents = all.map(
      ({ table, columns }) => sql`
        (select string_agg(o.content, '' order by o.content)
          from (select ${contentOf(columns)} as content from ${sql.table(table)} t
            where ${inCallerTenant(ctx.caller, 't')} and ${sql.ref(`t.${column}`)} = ${uid}
              ${condition}) o)`,
    )
    const { rows: found } = await sql<{ hash: string }>`
      select md5(concat_ws(';', ${sql.join(contents)})) as hash`.execute(ctx.db)
    return { tag: `h${found[0]!.hash.slice(0, 20)}`, version: null }
  }
}

function contentOf(columns: readonly string[] | undefined): Sql {
  if (!columns) return sql`to_jsonb(t)::text`
  return sql`jsonb_build_array(${sql.join(columns.map(name => sql.ref(`t.${name}`)))})::text`
}

async function lockOwner(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { table, key }: { table: string; key: string },
  uid: string,
): Promise<void> {
  await sql`select 1 from ${sql.table(table)} t
    where ${inCallerTenant(caller, 't')} and ${sql.ref(`t.${key}`)} = ${uid}
    for no key update`.execute(db)
}
