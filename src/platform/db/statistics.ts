/**
 * Statistics of the planner (docs/decisions/0002-embedded-database.md). PostgreSQL's autovacuum
 * updates them in time; the embedded database has none.
 */
import type { Database, Script } from './database.ts'

/** Analyzes every table that holds something, say after many rows have been added at once. */
export async function analyze<Schema>(database: Database<Schema>): Promise<void> {
  await database.exclusively(analyzeFilled)
}

/** Analyzes every table that holds something, in the transaction of the script. */
export async function analyzeFilled(script: Script): Promise<void> {
  const rows = await script(`select c.oid::regclass::text from pg_class c
    where c.relkind = 'r' and ${isOwn} and pg_relation_size(c.oid) > 0`)
  if (rows.length > 0) await script(`analyze ${rows.map(([name]) => name).join(', ')}`)
}

/** The condition that the table `c` of `pg_class` is none of PostgreSQL's own. */
const isOwn = `c.relnamespace <> all (array['pg_catalog', 'information_schema']::regnamespace[])`

/**
 * Tells the planner of tables that were never analyzed what their keys say: the first column of a
 * primary key of several, that of the tenant, tells hardly any row from another. Unless told, it
 * takes a column for one that leaves one row of two hundred, finds nothing left to find by the rest
 * of the key, and reads all rows of the tenant once for every row of a join.
 */
export async function presumeStatistics(script: Script): Promise<void> {
  await script(`select pg_restore_attribute_stats(
      'schemaname', c.relnamespace::regnamespace::text, 'relname', c.relname::text,
      'attname', a.attname::text, 'inherited', false,
      'null_frac', 0::real, 'avg_width', a.attlen::integer, 'n_distinct', 1::real)
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and i.indnkeyatts > 1 and c.relkind = 'r' and a.attlen > 0 and ${isOwn}
      and not exists (select 1 from pg_statistic s
        where s.starelid = c.oid and s.staattnum = a.attnum)`)
}
