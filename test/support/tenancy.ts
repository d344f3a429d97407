/** The rule that every query carries the tenant, checked on every statement that the tests run. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tenantJoiners } from '../tidy/tenant-joiners.ts'

const root = join(import.meta.dirname, '../..')
const hasTenantFirst = /primary key \(agency_uid\b|^ +agency_uid .*primary key/m

/** Asked by partners and the courier before there is a tenant to name. */
const aboveTenants = ['agencies', 'grants', 'delivery_queues', 'marks']

/** The tables whose primary key begins with the tenant, as the migrations make them. */
export const tenantTables = globSync('migrations/*.sql', { cwd: root })
  .flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split(/^create table /m)
      .slice(1),
  )
  .filter(table => hasTenantFirst.test(table.split('\n);')[0]!))
  .map(table => /^\w+/.exec(table)![0])
  .filter(table => !aboveTenants.includes(table))

const violations: string[] = []
const listeners = new Set<(sql: string) => void>()
const joiners = new Set<string>()
const known = new Set<string>()
const asked: string[] = []

/**
 * Remembers a statement that names more tables of tenants than it has conditions on the tenant.
 * One that is meant to look past the tenant says so. A condition names the tenant as a value; where
 * it is only joined, the statement's file has to be one of {@link tenantJoiners}.
 */
export function watchQuery(sql: string): void {
  for (const hear of listeners) hear(sql)
  const text = sql.replace(/\s+/g, ' ').trim()
  if (known.has(text)) return
  known.add(text)
  const sources = askingSources()
  if (/^(select|with|insert|update|delete)\b/i.test(text) && sources.length > 0) asked.push(text)
  if (text.includes('/* every tenant */')) return
  if (/^(insert into|begin|commit|rollback|savepoint|set |create |alter )/i.test(text)) return
  const { tables, conditions, values } = tenancyOf(text)
  if (conditions < tables) violations.push(text)
  else if (values < tables) watchJoin(text, sources)
}

/** Hears every statement until the answer is called. */
export function hearQueries(hear: (sql: string) => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/** How many tables of tenants a statement asks, and conditions on the tenant it has; as values. */
export function tenancyOf(text: string): { tables: number; conditions: number; values: number } {
  const named = new RegExp(
    `\\b(?:from|join|update|into) "?(?:${tenantTables.join('|')})"?\\b`,
    'gi',
  )
  const count = (within: string, pattern: RegExp) => within.match(pattern)?.length ?? 0
  return {
    // A row that is inserted carries its tenant itself.
    tables: count(text.replace(/insert into "?\w+"?/gi, ''), named),
    conditions: count(text, /agency_uid"? (?:=|in)/gi),
    values: count(text, /agency_uid"? (?:=|in) [a-z]*[ ([]*\$\d/gi),
  }
}

function watchJoin(text: string, sources: string[]): void {
  const isOf = (folder: string) => (file: string) => file.startsWith(`src/${folder}/`)
  const file = sources.find(isOf('rental')) ?? sources.find(isOf('platform/graphql'))
  if (file === undefined) return
  joiners.add(file)
  if (!tenantJoiners.includes(file)) violations.push(`${file} joins the tenant: ${text}`)
}

/** The sources that a statement comes from, innermost first; none: a test sends it by itself. */
function askingSources(): string[] {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = stackTraceLimit
  const files = [...stack.matchAll(/\/(src\/[\w./-]+\.ts):/g)].map(([, file]) => file!)
  return files.filter(file => !/\.test\.ts$|^src\/platform\/db\//.test(file))
}

/** Statements that break the rule, seen since this was last asked: there should be none. */
export function takeTenancyViolations(): string[] {
  return violations.splice(0)
}

/** The statements of the server that were seen for the first time since this was last asked. */
export function takeStatements(): string[] {
  return asked.splice(0)
}

/** The files that were seen to join the tenant since this was last asked. */
export function takeTenantJoiners(): string[] {
  const files = [...joiners]
  joiners.clear()
  return files
}
