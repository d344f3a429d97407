/**
 * Planner statistics (docs/decisions/0002-embedded-database.md). PostgreSQL's autovacuum updates
 * them; the embedded database has no autovacuum of its own.
 */
import type { Database } from './database.ts'
import type { Script } from './statements.ts'

/** Analyzes every non-empty table, for example after a bulk insert. */
export async function analyze<Schema>(database: Database<Schema>): Promise<void> {
  await database.exclusively(analyzeNonEmpty)
}

/** Analyzes every non-empty table in the transaction of the script. */
export async function analyzeNonEmpty(script: Script): Promise<void> {
  const rows = await script(`select c.oid::regclass::text from pg_class c
    where c.relkind = 'r' and ${isUserTable} and pg_relation_size(c.oid) > 0`)
  if (rows.length > 0) await script(`analyze ${rows.map(([name]) => name).join(', ')}`)
}

/** SQL condition: the table `c` of `pg_class` is not a system table. */
export const isUserTable = `c.relnamespace <>
  all (array['pg_catalog', 'information_schema']::regnamespace[])`
