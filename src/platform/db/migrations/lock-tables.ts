import type { Script } from '../statements.ts'

/**
 * Locks all tables that migrations name before the first change. Otherwise a migration and a
 * request could wait for each other's tables, and PostgreSQL might abort the request.
 *
 * @param lockMs timeout for all locks together: requests wait for the first ones meanwhile
 */
export async function lockTables(script: Script, texts: string[], lockMs: number): Promise<void> {
  const identifiers = new Set(texts.join(' ').match(/\w+/g))
  const rows = await script(`select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
  const tables = rows.map(([table]) => table as string).filter(table => identifiers.has(table))
  if (tables.length === 0) return
  await script(`set local statement_timeout = ${lockMs}`)
  await script(`lock table ${tables.join(', ')} in access exclusive mode`)
  await script('set local statement_timeout = 0')
}
