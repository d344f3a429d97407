/** Texts that describe the tables, columns, constraints, indexes and comments of a database. */
import { query } from '../postgres.ts'

const ours = `in (select oid from pg_class where relnamespace = 'public'::regnamespace)`

const listings = [
  `select 'column ' || attrelid::regclass || '.' || attname || ' '
      || format_type(atttypid, atttypmod)
      || case when attnotnull then ' not null' else '' end || coalesce(' default '
      || (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid
        and adnum = attnum), '') || coalesce(' -- ' || col_description(attrelid, attnum), '')
    from pg_attribute where attrelid ${ours} and attnum > 0 and not attisdropped`,
  `select 'constraint ' || conrelid::regclass || '.' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where conrelid ${ours}`,
  `select 'index ' || pg_get_indexdef(indexrelid)
      || case when indisvalid then '' else ' invalid' end
    from pg_index where indrelid ${ours}`,
  `select 'table ' || oid::regclass || ' ' || relpersistence::text || ' '
      || coalesce(reloptions::text, '')
      || coalesce(' -- ' || obj_description(oid, 'pg_class'), '')
    from pg_class where oid ${ours} and relkind = 'r'`,
]

/** Lists the schema of a database, sorted. */
export async function listSchema(url: string): Promise<string[]> {
  const rows = await query(url, `${listings.join(' union all ')} order by 1`)
  return rows.map(row => String(Object.values(row)[0]))
}

/** Columns whose values a migration chooses at random or takes from the clock. */
const variable = `'{updated_at,applied_at,version,token,event_uid}'::text[]`

/** Returns a digest of the rows of each table, apart from random values and times of changes. */
export async function digestRows(url: string): Promise<Record<string, string>> {
  const tables = await query(
    url,
    `select oid::regclass::text as name from pg_class
    where oid ${ours} and relkind = 'r' order by 1`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const own = ['feed_events', 'ical_feeds'].includes(String(name)) ? `- 'uid' - 'created_at'` : ''
    const [row] = await query(
      url,
      `select count(*) || ' '
      || coalesce(md5(string_agg(line, ',' order by line)), '') as digest
      from (select md5((to_jsonb(t) - ${variable} ${own})::text) as line from ${name} t)`,
    )
    digests[String(name)] = String(row!.digest)
  }
  return digests
}
