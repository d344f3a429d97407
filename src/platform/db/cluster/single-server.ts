import { type RawBuilder, sql } from 'kysely'
import { bumpVersionsSql } from '../cache-tags/bump-versions.ts'
import { serverLookup } from '../cache-tags/read-versions.ts'
import { analyzeNonEmpty } from '../statistics.ts'
import type { Db, TenantFilter, TenantRows, Topology } from './topology.ts'

/** Topology of a PostgreSQL server with the rows of all tenants. */
export const singleServer: Topology = {
  pollMs: 10_000,
  workMsMax: Number.POSITIVE_INFINITY,
  sessionSettings: { read: '', write: '' },
  pipelines: true,
  pipelinesCommit: true,
  bumpsPerAgency: false,
  begin: text => [text],
  readsPerTenant: () => false,
  queryTenants: queryAllTenants,
  changeTenants: async (db, statement) => (await queryAllTenants(db, statement)).changed,
  openTenantReader: (_, statement) => ({
    prepare: async () => async db => (await queryAllTenants(db, statement)).rows,
  }),
  runWrites: ({ combined }) => combined(),
  writeShared: ({ now }) => now(),
  openLookup: ({ run }) => serverLookup(run),
  migratesOnline: true,
  beginMigration: async () => async script => void (await script(bumpVersionsSql([]))),
  analyze: analyzeNonEmpty,
}

/** Runs a statement once for all tenants. */
export async function queryAllTenants<Row>(
  db: Db,
  statement: (of: TenantFilter) => Pick<RawBuilder<Row>, 'execute'>,
): Promise<TenantRows<Row>> {
  const { rows, numAffectedRows } = await statement(allTenants).execute(db)
  return { rows, changed: Number(numAffectedRows ?? 0) }
}

const allTenants: TenantFilter = () => sql`true`
