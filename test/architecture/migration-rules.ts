/** Rules for migrations of tables that may be large (docs/adding-a-resource.md, "The table"). */

import type { MigrationFile } from '../../src/platform/db/migrations/migration-files.ts'
import { batchHead } from '../../src/platform/db/migrations/run-online.ts'

/** Tables with few rows, however many leads a database has. */
const smallTables = new Set([
  ...['agencies', 'agency_settings', 'agency_storage', 'api_keys', 'employees', 'partners'],
  ...['fees', 'hotels', 'icals', 'owners', 'secret_keys', 'webhooks', 'rate_windows'],
])

interface Rule {
  /** First group: the table. */
  pattern: RegExp
  /** Returns whether a matching statement is fine. */
  accepts?: (statement: string, file: string) => boolean
  advice: string
}

const below = 'below the line "-- online: …"'

/** Rules for statements above the line `-- online:`. */
const rules: Rule[] = [
  {
    pattern: /^create (?:unique )?index (?:concurrently )?(?:if not exists )?\w+ on (\w+)/,
    advice:
      'blocks writes while it builds: write "create index concurrently if not exists" ' + below,
  },
  {
    pattern: /^alter table (\w+) .*\b(?:check \(|references |foreign key )/,
    accepts: statement => / not valid$/.test(statement),
    advice:
      'reads the table under a lock: add the constraint by itself, "not valid", and write ' +
      `"alter table … validate constraint" ${below}`,
  },
  {
    pattern: /^alter table (\w+) .*\bexclude using\b/,
    accepts: (statement, file) => {
      const flag = /where \(.*\bnot (\w+)\)/.exec(statement)?.[1]
      return flag !== undefined && file.includes(`add column ${flag} boolean not null default true`)
    },
    advice:
      'builds an index under a lock: leave the constraint and let a column say what rows mean ' +
      '(docs/decisions/0088), or let it contain no row at first (docs/decisions/0119)',
  },
  {
    pattern: /^alter table (\w+) .*\badd (?:constraint \w+ )?(?:unique|primary key)\b/,
    accepts: statement => / using index /.test(statement),
    advice: 'builds an index under a lock: use an index that an earlier file built concurrently',
  },
  {
    pattern: /^alter table (\w+) .*\balter (?:column )?\w+ (?:set data )?type\b/,
    advice: 'rewrites the table: add a column, write both, and read the new one',
  },
  {
    pattern: /^alter table (\w+) .*\bset not null\b/,
    advice:
      'reads the table under a lock: add "check (… is not null) not valid", validate it, and ' +
      `set it ${below}`,
  },
  {
    pattern: /^alter table (\w+) .*\badd column .*\b(?:\w*random\w*|clock_timestamp|generated)\b/,
    advice: 'rewrites the table: add the column without a default, and fill it in batches',
  },
  {
    pattern: /^(?:update|delete from) (?:only )?(\w+)/,
    advice: `locks rows until the migration ends: write "with batch as (select …) …" ${below}`,
  },
  {
    pattern: /^insert into .*\bselect\b.*\b(?:from|join) (\w+)/,
    advice: `reads a large table under a lock: write "with batch as (select …) …" ${below}`,
  },
]

const onlineForms = [
  /^create (?:unique )?index concurrently if not exists \w+/,
  /^drop index concurrently if exists \w+$/,
  /^alter index if exists \w+ rename to \w+$/,
  /^alter table \w+ validate constraint \w+$/,
  /^alter table \w+ drop constraint if exists \w+$/,
  batchHead,
]

const onlineAdvice =
  'is no statement of an online part: these are concurrent indexes, "validate constraint", ' +
  '"drop constraint if exists", "set not null" after a validated check, and batches'

/** Lists the statements of a migration that would block writes or cannot be repeated. */
export function listFaults({ name, transactional, online }: MigrationFile): string[] {
  const statements = splitStatements(transactional)
  const created = new Set(
    statements.flatMap(statement => /^create (?:unlogged )?table (\w+)/.exec(statement)?.[1] ?? []),
  )
  const isLarge = (table: string) => !smallTables.has(table) && !created.has(table)
  const file = statements.join('; ')
  const blocking = statements.flatMap(statement =>
    rules
      .filter(({ pattern, accepts }) => {
        const table = pattern.exec(statement)?.[1]
        return table !== undefined && isLarge(table) && !accepts?.(statement, file)
      })
      .map(({ advice }) => `${name}: "${statement.slice(0, 60)}" ${advice}`),
  )
  const validated = online.join('; ').includes('validate constraint')
  const isOnline = (statement: string) =>
    onlineForms.some(form => form.test(statement)) ||
    (validated && /^alter table \w+ alter (?:column )?\w+ set not null$/.test(statement))
  const unsuitable = online.map(compact).filter(statement => !isOnline(statement))
  return [
    ...blocking,
    ...unsuitable.map(statement => `${name}: "${statement.slice(0, 60)}" ${onlineAdvice}`),
  ]
}

function splitStatements(text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '').split(/;\s*$/m)
  return statements.map(compact).filter(statement => statement !== '')
}

const compact = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase()
