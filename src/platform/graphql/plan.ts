import { type Kysely, sql } from 'kysely'
import { type Prepared, prepare, Slot, slot, statementName } from '../db/compiled-query.ts'
import { after, orderBy, type SortOrder } from '../db/pagination.ts'
import type { SelectedField } from './collect-fields.ts'
import { compileRow, createAliases } from './compile.ts'
import { hasEncryptedFields } from './encrypted-fields.ts'
import { type Row, rowAs, type Sql, selectColumns, type Types, withColumns } from './fields.ts'
import type { PageSql, Source } from './root-fields.ts'

/** Result of a plan: `text` is one text of all rows, `rows` is each row with its sort key. */
export type ResultForm = 'text' | 'rows'

/** Pagination of a list: all rows, the first page, or a page after a sort key or a row number. */
export type Paging = 'all' | 'first' | 'afterKey' | 'atOffset'

/**
 * Prepared statement that returns one row: JSON text `j`, row count `n`, last key `k`, accessible
 * uids `a`, and time of the next change `t`.
 */
export interface Plan extends Prepared {
  /** True: the texts contain encrypted fields. */
  isEncrypted: boolean
  /** True: the result depends on the current time and has no known expiry. */
  dependsOnNow: boolean
  /** Names of the selected relations. */
  tables: string[]
}

/** Maximum number of rows of a list without a limit that one statement returns. */
const statementRowsMax = 500
/** Maximum row count of a list without a limit, and its page size per tenant. */
export const countedRowsMax = 5_000

/** Alias of the rows of a root field. */
const rowAlias = 'l'
/** `x.rn` in SQL. */
const rowNumberColumn = 'rn'

/** Input of a plan: the fields of a root, and the source and page of its rows. */
interface PlanInput {
  types: Types
  /** Sort order of a list; null: one object. */
  sort: SortOrder | null
  source: Source
  selection: SelectedField[]
  paging: Paging
}

type ListPlanInput = PlanInput & { sort: SortOrder }

/** Compiles the statement of a root field. */
export function compilePlan(db: Kysely<never>, input: PlanInput, form: ResultForm = 'text'): Plan {
  const { types, source, selection } = input
  const sourceRow = rowAs(rowAlias, source.personal(rowAlias), source.knownOfRelated)
  const row = withColumns(sourceRow, source.knownOfRow?.() ?? {})
  const accessible = source.accessible?.() ?? sql`null`
  const compile = (nextChangeAt: Sql | null) => {
    const body = !isList(input)
      ? singleSql(input, row, nextChangeAt)
      : form === 'rows'
        ? keyedRowsSql(input, row)
        : listSql(input, row, nextChangeAt)
    return prepare(sql`select q.j, q.n, q.k, ${accessible} as a, q.t from (${body}) q`, db)
  }
  // The slots of a first compilation show whether the fields depend on the current time.
  const withoutExpiry = compile(null)
  const usesNow = withoutExpiry.slots.includes('now')
  const nextChangeAt = usesNow ? (source.nextChangeAt?.(row, selection) ?? null) : null
  const dependsOnNow = source.isCurrent === true || (usesNow && nextChangeAt === null)
  const isEncrypted = hasEncryptedFields(types, selection)
  const prepared = nextChangeAt ? compile(nextChangeAt) : withoutExpiry
  return { ...prepared, isEncrypted, dependsOnNow, tables: tablesIn(prepared.text) }
}

function isList(input: PlanInput): input is ListPlanInput {
  return input.sort !== null
}

/**
 * Returns the names of selected relations. Aliases of subqueries among them do no harm: callers
 * only look for table names.
 */
function tablesIn(statement: string): string[] {
  return Array.from(statement.matchAll(/\b(?:from|join|,)\s+"?(\w+)"?/gi), ([, name]) => name!)
}

const neverSql = sql`null::float8`

/** Combines plans into one statement. Its row has the columns of all plans, in order. */
export function combinePlans(plans: Plan[]): Prepared {
  if (plans.length === 1) return plans[0]!
  let offset = 0
  const texts = plans.map(plan => {
    const text = plan.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`)
    offset += plan.slots.length
    return text
  })
  const columns = plans.map((_, i) => `q${i}.*`).join(', ')
  const from = texts.map((text, i) => `(${text}) q${i}`).join(' cross join ')
  const text = `select ${columns} from ${from}`
  const slots = plans.flatMap(plan => plan.slots)
  return { name: statementName(text), text, slots }
}

function singleSql(
  { types, source, selection }: PlanInput,
  row: Row,
  nextChangeAt: Sql | null,
): Sql {
  const { json, joins } = compileRow(types, selection, row, createAliases())
  const select = source.select(rowAlias, unpaged, row.requested)
  return sql`select max(x.j) as j, count(*)::int as n, null::text as k, min(x.t) as t
    from (select ${json} as j, ${nextChangeAt ?? neverSql} as t
      from (${select}) ${sql.ref(rowAlias)} ${joins}) x`
}

const unpaged: PageSql = {
  after: () => sql``,
  orderBy: () => sql``,
  innerLimit: sql``,
  limit: sql``,
}

function listSql(
  { types, sort, source, selection, paging }: ListPlanInput,
  row: Row,
  nextChangeAt: Sql | null,
): Sql {
  const { json, joins } = compileRow(types, selection, row, createAliases())
  const page = pageSql(sort, paging, source)
  const { rows, order, numberedRows } = rowClauses(sort, source, row, page)
  if (paging === 'all') {
    // No rows: the list is empty, or too long for one statement (`isShortSql`), and is counted.
    const rowCount = countSql(source, countedRowsMax + 1)
    return sql`select string_agg(x.j, ',') as j,
      case when count(*) = 0 then ${rowCount} else count(*)::int end as n, null::text as k,
      min(x.t) as t
      from (select ${json} as j, ${nextChangeAt ?? neverSql} as t
        from ${rows} ${joins} ${order}) x`
  }
  const limit = slot('limit', 'int')
  return sql`select string_agg(x.j, ',') as j, count(*)::int as n, max(x.k) as k,
    min(x.t) as t from (
    select case when ${row(rowNumberColumn)} <= ${limit} then ${json} end as j,
      case when ${row(rowNumberColumn)} = ${limit} then ${keySql(sort, row)} end as k,
      ${nextChangeAt ?? neverSql} as t
    from ${numberedRows} ${joins} ${order}) x`
}

/**
 * Selects rows as a list of `[key, text]`, to merge the lists of several tenants. `n` is their
 * number. The row after the page has a key but no text: it only shows that there is a next page.
 */
function keyedRowsSql({ types, sort, source, selection, paging }: ListPlanInput, row: Row): Sql {
  const { json, joins } = compileRow(types, selection, row, createAliases())
  const { numberedRows } = rowClauses(sort, source, row, pageSql(sort, paging))
  const text =
    paging === 'all'
      ? json
      : sql`case when ${row(rowNumberColumn)} <= ${slot('limit', 'int')} then ${json} end`
  return sql`select json_agg(json_build_array(x.k, x.j) order by x.rn)::text as j,
      count(*)::int as n, null::text as k, null::float8 as t
    from (select ${row(rowNumberColumn)}, ${keySql(sort, row)} as k, ${text} as j
      from ${numberedRows} ${joins}) x`
}

/** Returns the FROM clause of a list, its ORDER BY, and the FROM clause with row numbers. */
function rowClauses(sort: SortOrder, source: Source, row: Row, page: PageSql) {
  const alias = sql.ref(rowAlias)
  const requested = new Set([...row.requested, ...sort.columns.map(({ column }) => column)])
  requested.delete(rowNumberColumn)
  const rows = sql`(${source.select(rowAlias, page, requested)}) ${alias}`
  const order = sql`order by ${orderBy(sort, rowAlias)}`
  const columns = source.personal(rowAlias) ? requested.union(new Set(['personal'])) : requested
  const numberedRows = sql`(select ${selectColumns(rowAlias, columns)},
      row_number() over (${order}) as ${sql.ref(rowNumberColumn)}
    from ${rows}) ${alias}`
  return { rows, order, numberedRows }
}

/**
 * Returns the pagination SQL, with one extra row to detect a next page.
 *
 * @param unlimited source of a list without a limit; it returns no rows if there are too many for
 * one statement
 */
function pageSql(sort: SortOrder, paging: Paging, unlimited?: Source): PageSql {
  const rowsMax = unlimited ? statementRowsMax : countedRowsMax + 1
  const rows = paging === 'all' ? sql`${sql.lit(rowsMax)}` : sql`${slot('limit', 'int')} + 1`
  const offset = slot('offset', 'int')
  const ifShort = unlimited && paging === 'all' ? sql`and ${isShortSql(unlimited)}` : sql``
  return {
    after: row => (paging === 'afterKey' ? sql`and ${afterCursor(sort, row)}` : ifShort),
    orderBy: row => sql`order by ${orderBy(sort, row.alias)}`,
    innerLimit: paging === 'atOffset' ? sql`limit ${offset} + ${rows}` : sql`limit ${rows}`,
    limit: paging === 'atOffset' ? sql`offset ${offset} limit ${rows}` : sql`limit ${rows}`,
  }
}

/** Returns a FROM item with all rows, without columns. */
function allRows(source: Source): Sql {
  return sql`(${source.select(rowAlias, unpaged, new Set())}) ${sql.ref(rowAlias)}`
}

/**
 * Returns the condition that a list is short enough for one statement. The subquery is
 * uncorrelated, so it runs once, before any row is read.
 */
function isShortSql(source: Source): Sql {
  return sql`(select not exists (select 1 from ${allRows(source)}
    offset ${sql.lit(statementRowsMax)} limit 1))`
}

function countSql(source: Source, max: number): Sql {
  return sql`(select count(*)::int from (select 1 from ${allRows(source)}
    limit ${sql.lit(max)}) c)`
}

function afterCursor(sort: SortOrder, row: Row): Sql {
  const slots = sort.columns.map((_, i) => new Slot(`k${i}`))
  return after(sort, row.alias, slots as never[])
}

/** Returns the SQL of a row's sort key as JSON text, the format of cursors. */
function keySql(sort: SortOrder, row: Row): Sql {
  const values = sort.columns.map(({ column, type }) => keyText(row(column), type))
  return sql`json_build_array(${sql.join(values)})::text`
}

function keyText(value: Sql, type: string): Sql {
  if (type === 'timestamptz') {
    return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  }
  if (type === 'timestamp') return sql`to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS')`
  return sql`${value}::text`
}
