/** Rules of statements (STYLE.md), checked on every statement that the tests run. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placement } from '../../src/rental/table-placement.ts'
import { type Offence, statementOffenders } from '../architecture/statement-offenders.ts'
import { relationsWithoutAgency } from './statements/agency-values.ts'
import { parsed } from './statements/parsed.ts'
import { listRefusals, type Tables } from './statements/refused.ts'

const root = join(import.meta.dirname, '../..')
const hasTenantFirst = /primary key \(agency_uid\b|^ +agency_uid .*primary key/m

/** Tables that are distributed by tenant, parsed from the migrations. */
export const tenantTables = globSync('migrations/*.sql', { cwd: root })
  .flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split(/^create (?:unlogged )?table /m)
      .slice(1),
  )
  .filter(table => hasTenantFirst.test(table.split('\n);')[0]!))
  .map(table => /^\w+/.exec(table)![0])
  .filter(table => !placement.shared.has(table) && !placement.local.has(table))

const tables: Tables = { distributed: new Set(tenantTables), shared: placement.shared }

const violations: string[] = []
const listeners = new Set<(sql: string) => void>()
const offences = new Set<string>()
const checkedTexts = new Set<string>()
const shapes = new Set<string>()
const statements: string[] = []

/**
 * Records a statement of the server that queries a table of tenants without the tenant as a value,
 * or that a distributed database refuses. A comment in the SQL exempts statements across tenants
 * and for a single server; a file may be listed in {@link statementOffenders}.
 */
export function recordQuery(sql: string): void {
  for (const listener of listeners) listener(sql)
  const text = sql.replace(/\s+/g, ' ').trim()
  if (checkedTexts.has(text)) return
  checkedTexts.add(text)
  const sources = callerSources()
  if (!dmlPattern.test(text) || sources.length === 0) return
  statements.push(text)
  if (process.env.TEST_STATEMENTS === 'unwatched') return
  const shape = normalizeShape(text)
  if (shapes.has(shape)) return
  shapes.add(shape)
  for (const offence of listOffences(shape)) recordOffence(offence, text, sources)
}

const dmlPattern = /^(?:\/\*.*?\*\/ )?(?:select|with|insert|update|delete)\b/i
const mayBeRefused = /\b(?:insert|update|delete|share|recursive|pg_notify)\b/i

/** Lists the rules that a statement breaks. */
export function listOffences(text: string): Offence[] {
  const statement = parsed(text)
  const isExempt = ['/* every tenant */', '/* one server */'].some(comment =>
    text.includes(comment),
  )
  const relations = isExempt ? [] : relationsWithoutAgency(statement, tables.distributed)
  const refusals = mayBeRefused.test(text) ? listRefusals(statement, tables) : []
  return relations.length === 0 ? refusals : ['no agency as a value', ...refusals]
}

/** Subscribes to every statement; returns the function that unsubscribes. */
export function onQuery(listener: (sql: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function recordOffence(offence: Offence, text: string, sources: string[]): void {
  const isIn = (folder: string) => (file: string) => file.startsWith(`src/${folder}/`)
  const file = sources.find(isIn('rental')) ?? sources.find(isIn('platform')) ?? sources[0]!
  offences.add(`${file}: ${offence}`)
  if (statementOffenders[offence]?.includes(file)) return
  violations.push(`${file}: ${offence}: ${text}`)
}

/** Lists the source files that a statement comes from, innermost first; empty if a test sent it. */
function callerSources(): string[] {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = stackTraceLimit
  const files = [...stack.matchAll(/\/(src\/[\w./-]+\.ts):/g)].map(([, file]) => file!)
  return files.filter(file => !/\.test\.ts$|^src\/platform\/db\//.test(file))
}

/** Returns and clears the statements that break a rule. */
export function takeTenancyViolations(): string[] {
  return violations.splice(0)
}

/** Returns and clears the new statements of the server. */
export function takeStatements(): string[] {
  return statements.splice(0)
}

/** Returns and clears all violations, including those of listed files. */
export function takeOffences(): string[] {
  const taken = [...offences]
  offences.clear()
  return taken
}

const value = String.raw`(?:\$\d+(?:::[\w[\]]+)?|\bdefault\b|\bnull\b)`
const values = new RegExp(`(${value})(?:, ?${value})+`, 'g')
const rowLists = new RegExp(`(\\(${value}\\))(?:, ?\\(${value}\\))+`, 'g')

/** Normalizes statements that differ only in the number of their values. */
function normalizeShape(text: string): string {
  return text.replaceAll(values, '$1').replaceAll(rowLists, '$1').replaceAll(/\$\d+/g, '$1')
}
