import { sql } from 'kysely'
import { clusterUrl } from '../support/databases/cluster.ts'
import type { TestServer } from '../support/server.ts'

/**
 * Tables that a request may write without a change to data of an agency. On a cluster, a write
 * without an agency also raises the versions of cache tags.
 */
const excludedTables = [
  'idempotency_keys',
  'grants',
  'access_tokens',
  ...(clusterUrl ? ['cache_tag_versions'] : []),
]

export async function fingerprintTables(
  { database }: TestServer,
  agencyUid: string,
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema
      and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.column_name = 'agency_uid' order by 1`.execute(
    database.kysely,
  )
  const comparedTables = tables.filter(({ name }) => !excludedTables.includes(name))
  const hashes = comparedTables.map(
    ({ name }) => sql`select ${name} as name, coalesce(
        md5(string_agg(t::text, '|' order by t::text)), '') as hash
      from ${sql.table(name)} t where t.agency_uid = ${agencyUid}`,
  )
  const { rows } = await sql<{ name: string; hash: string }>`
    ${sql.join(hashes, sql` union all `)}`.execute(database.kysely)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
