/** The rules of statements (STYLE.md), checked on every one that the tests run. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placement } from '../../src/rental/table-kinds.ts'
import { type Offence, statementOffenders } from '../tidy/statement-offenders.ts'
import { relationsWithoutAgency } from './statements/agency-values.ts'
import { parsed } from './statements/parsed.ts'
import { refusalsOf, type Tables } from './statements/refused.ts'

const root = join(import.meta.dirname, '../..')
const hasTenantFirst = /primary key \(agency_uid\b|^ +agency_uid .*primary key/m

/** The tables that are split by the tenant, as the migrations make them. */
export const tenantTables = globSync('migrations/*.sql', { cwd: root })
  .flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split(/^create (?:unlogged )?table /m)
      .slice(1),
  )
  .filter(table => hasTenantFirst.test(table.split('\n);')[0]!))
  .map(table => /^\w+/.exec(table)![0])
  .filter(table => !placement.shared.has(table) && !placement.local.has(table))

const tables: Tables = { ofTenants: new Set(tenantTables), shared: placement.shared }

const violations: string[] = []
const listeners = new Set<(sql: string) => void>()
const offences = new Set<string>()
const known = new Set<string>()
const shapes = new Set<string>()
const asked: string[] = []

/**
 * Remembers a statement of the server that asks a table of tenants without the tenant as a value,
 * or that a distributed database refuses. One that is meant to look past the tenant says so, and
 * one that is only for one server; a file may be one of {@link statementOffenders}.
 */
export function watchQuery(sql: string): void {
  for (const hear of listeners) hear(sql)
  const text = sql.replace(/\s+/g, ' ').trim()
  if (known.has(text)) return
  known.add(text)
  const sources = askingSources()
  if (!isAsking.test(text) || sources.length === 0) return
  asked.push(text)
  if (process.env.TEST_STATEMENTS === 'unwatched') return
  const shape = shapeOf(text)
  if (shapes.has(shape)) return
  shapes.add(shape)
  for (const offence of offencesOf(shape)) note(offence, text, sources)
}

const isAsking = /^(?:\/\*.*?\*\/ )?(?:select|with|insert|update|delete)\b/i
const mayBeRefused = /\b(?:insert|update|delete|share|recursive|pg_notify)\b/i

/** What a statement does against the rules. */
export function offencesOf(text: string): Offence[] {
  const statement = parsed(text)
  const isTold = ['/* every tenant */', '/* one server */'].some(note => text.includes(note))
  const relations = isTold ? [] : relationsWithoutAgency(statement, tables.ofTenants)
  const refusals = mayBeRefused.test(text) ? refusalsOf(statement, tables) : []
  return relations.length === 0 ? refusals : ['no agency as a value', ...refusals]
}

/** Hears every statement until the answer is called. */
export function hearQueries(hear: (sql: string) => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

function note(offence: Offence, text: string, sources: string[]): void {
  const isOf = (folder: string) => (file: string) => file.startsWith(`src/${folder}/`)
  const file = sources.find(isOf('rental')) ?? sources.find(isOf('platform')) ?? sources[0]!
  offences.add(`${file}: ${offence}`)
  if (statementOffenders[offence]?.includes(file)) return
  violations.push(`${file}: ${offence}: ${text}`)
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

/** What was seen to offend since this was last asked. */
export function takeOffences(): string[] {
  const seen = [...offences]
  offences.clear()
  return seen
}

const value = String.raw`(?:\$\d+(?:::[\w[\]]+)?|\bdefault\b|\bnull\b)`
const values = new RegExp(`(${value})(?:, ?${value})+`, 'g')
const rowsOfOne = new RegExp(`(\\(${value}\\))(?:, ?\\(${value}\\))+`, 'g')

/** A statement for all that differ in the number of their values alone. */
function shapeOf(text: string): string {
  return text.replaceAll(values, '$1').replaceAll(rowsOfOne, '$1').replaceAll(/\$\d+/g, '$1')
}
