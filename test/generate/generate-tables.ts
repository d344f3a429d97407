import { readFile, writeFile } from 'node:fs/promises'
import { openPglite } from '../../src/platform/db/embedded/open-pglite.ts'
import { migrate } from '../../src/platform/db/migrate.ts'

export const tablesFile = new URL('../../src/rental/tables.ts', import.meta.url)

const tsTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'string',
  boolean: 'boolean',
  date: 'string',
  'timestamp without time zone': 'string',
  'timestamp with time zone': 'Date',
  daterange: 'string',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Uint8Array',
  ARRAY: 'string[]',
}

/** Generates the row types of every table as TypeScript, from a freshly migrated database. */
export async function tablesSource(): Promise<string> {
  const database = await openPglite<never>({})
  try {
    await migrate(database)
    const rows = await database.read({ name: 'columns', text: columnsSql }, [])
    return render(rows as Column[])
  } finally {
    await database.close()
  }
}

export async function writeTables(): Promise<void> {
  const source = await tablesSource()
  const current = await readFile(tablesFile, 'utf8').catch(() => '')
  if (source !== current) await writeFile(tablesFile, source)
}

type Column = [table: string, column: string, type: string, nullable: string, hasDefault: boolean]

const columnsSql = `
  select table_name, column_name, data_type, is_nullable, column_default is not null
  from information_schema.columns where table_schema = 'public'
  order by table_name, ordinal_position`

function render(columns: Column[]): string {
  const tables = Map.groupBy(columns, ([table]) => table)
  const lines = [
    '// Generated from the migrations by `npm run generate`.',
    "import type { ColumnType, Generated } from 'kysely'",
    '',
  ]
  for (const [table, list] of tables) {
    lines.push(`export interface ${pascal(table)}Table {`)
    for (const [, column, type, nullable, hasDefault] of list) {
      const base = tsTypes[type]
      if (!base) throw new Error(`No TypeScript type for ${table}.${column}: ${type}`)
      lines.push(`  ${column}: ${columnType(base, nullable === 'YES', hasDefault)}`)
    }
    lines.push('}', '')
  }
  lines.push('export interface Tables {')
  for (const table of tables.keys()) lines.push(`  ${table}: ${pascal(table)}Table`)
  lines.push('}', '')
  return lines.join('\n')
}

/**
 * Returns the type of a column; JSON is written as text, so its types of reading and writing
 * differ.
 */
function columnType(base: string, isNullable: boolean, hasDefault: boolean): string {
  const orNull = isNullable ? ' | null' : ''
  if (base === 'Json') {
    const orAbsent = isNullable || hasDefault ? ' | undefined' : ''
    return `ColumnType<unknown, string${orNull}${orAbsent}, string${orNull}>`
  }
  return hasDefault ? `Generated<${base}${orNull}>` : `${base}${orNull}`
}

function pascal(name: string): string {
  return name.replace(/(^|_)(\w)/g, (_, _start, letter: string) => letter.toUpperCase())
}
