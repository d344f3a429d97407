import { type Kysely, sql } from 'kysely'
import { after, orderBy, type SortOrder } from '../db/page.ts'
import { nameOf, type Prepared, prepare, Slot, slot } from '../db/prepare.ts'
import type { Selected } from './collect.ts'
import { aliases, compileRow } from './compile.ts'
import { columnsOf, type Row, rowAs, type Sql, type Types, withColumns } from './fields.ts'
import type { PageSql, Source } from './roots.ts'
import { asksSealed } from './sealed.ts'

/** What a plan gives: one text of all rows, or each row apart beside its sort key. */
export type Form = 'text' | 'rows'

/** How a list is cut: all of it, or a page that starts after a key or at a row number. */
export type Paging = 'all' | 'first' | 'afterKey' | 'atOffset'

/**
 * A prepared statement with one row: JSON text, rows found, last key, uids within reach, when the
 * text changes by itself.
 */
export interface Plan extends Prepared {
  /** Something in the JSON text is still to be opened. */
  isSealed: boolean
  /** The text is of the moment: nobody says when it changes. */
  isOfNow: boolean
  /** The tables that it reads. */
  reads: string[]
}

/** Rows of a whole list that one statement answers at most; longer ones are read in pages. */
export const statementRowsMax = 500
/** Rows up to which a whole list is counted, and read at once of each of several tenants. */
export const countedRowsMax = 5_000

const rowAlias = 'l'
const placeColumn = 'rn'

/** Compiles what a root reads into one statement. `sort`: a list's order; null: one object. */
export function planRoot(
  db: Kysely<never>,
  types: Types,
  sort: SortOrder | null,
  source: Source,
  selection: Selected[],
  paging: Paging,
  form: Form = 'text',
): Plan {
  const found = rowAs(rowAlias, source.personal(rowAlias), source.known)
  const row = withColumns(found, source.own ?? {})
  const reachable = source.reachable ?? sql`null`
  const planned = (changes: Sql | null) => {
    const body =
      sort === null
        ? singleSql(types, source, selection, row, changes)
        : form === 'rows'
          ? rowsSql(types, sort, source, selection, row, paging)
          : listSql(types, sort, source, selection, row, paging, changes)
    return prepare(sql`select q.j, q.n, q.k, ${reachable} as a, q.t from (${body}) q`, db)
  }
  const timeless = planned(null)
  const usesNow = timeless.slots.includes('now')
  const changes = usesNow ? (source.changes?.(row, selection) ?? null) : null
  const isOfNow = source.isOfNow === true || (usesNow && changes === null)
  const isSealed = asksSealed(types, selection)
  const prepared = changes ? planned(changes) : timeless
  const firstIsBytes = !isSealed && form === 'text'
  const told = { firstIsBytes, isSealed, isOfNow }
  return { ...prepared, ...told, reads: tablesIn(prepared.text) }
}

/** Names of what a statement selects from, subqueries by their aliases among them. */
function tablesIn(text: string): string[] {
  return Array.from(text.matchAll(/\b(?:from|join|,)\s+"?(\w+)"?/gi), ([, name]) => name!)
}

const never = sql`null::float8`

/** Several plans as one statement: one row with the columns of each in turn. */
export function combine(plans: Plan[]): Prepared {
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
  return { name: nameOf(text), text, slots }
}

function singleSql(
  types: Types,
  source: Source,
  selection: Selected[],
  row: Row,
  changes: Sql | null,
): Sql {
  const { json, joins } = compileRow(types, selection, row, aliases())
  const select = source.select(rowAlias, wholePage, row.asked)
  return sql`select max(x.j) as j, count(*)::int as n, null::text as k, min(x.t) as t
    from (select ${json} as j, ${changes ?? never} as t
      from (${select}) ${sql.ref(rowAlias)} ${joins}) x`
}

const wholePage: PageSql = {
  after: () => sql``,
  orderBy: () => sql``,
  innerLimit: sql``,
  limit: sql``,
}

function listSql(
  types: Types,
  sort: SortOrder,
  source: Source,
  selection: Selected[],
  row: Row,
  paging: Paging,
  changes: Sql | null,
): Sql {
  const { json, joins } = compileRow(types, selection, row, aliases())
  const page = pageSql(sort, paging, source)
  const { rows, order, numbered } = rowsOf(sort, source, row, page)
  if (paging === 'all') {
    const more = countSql(source, countedRowsMax + 1)
    return sql`select string_agg(x.j, ',') as j,
      case when count(*) = 0 then ${more} else count(*)::int end as n, null::text as k,
      min(x.t) as t
      from (select ${json} as j, ${changes ?? never} as t
        from ${rows} ${joins} ${order}) x`
  }
  const limit = slot('limit', 'int')
  return sql`select string_agg(x.j, ',') as j, count(*)::int as n, max(x.k) as k,
    min(x.t) as t from (
    select case when ${row(placeColumn)} <= ${limit} then ${json} end as j,
      case when ${row(placeColumn)} = ${limit} then ${keySql(sort, row)} end as k,
      ${changes ?? never} as t
    from ${numbered} ${joins} ${order}) x`
}

/**
 * The rows of a list apart, `[key, text]` each, for who puts several lists together. `n` counts
 * them; the one after a page has its key alone.
 */
function rowsSql(
  types: Types,
  sort: SortOrder,
  source: Source,
  selection: Selected[],
  row: Row,
  paging: Paging,
): Sql {
  const { json, joins } = compileRow(types, selection, row, aliases())
  const { numbered } = rowsOf(sort, source, row, pageSql(sort, paging))
  const text =
    paging === 'all'
      ? json
      : sql`case when ${row(placeColumn)} <= ${slot('limit', 'int')} then ${json} end`
  return sql`select json_agg(json_build_array(x.k, x.j) order by x.rn)::text as j,
      count(*)::int as n, null::text as k, null::float8 as t
    from (select ${row(placeColumn)}, ${keySql(sort, row)} as k, ${text} as j
      from ${numbered} ${joins}) x`
}

/** What a list is selected from: its rows, their order, and the rows with their numbers. */
function rowsOf(sort: SortOrder, source: Source, row: Row, page: PageSql) {
  const alias = sql.ref(rowAlias)
  const asked = new Set([...row.asked, ...sort.columns.map(({ column }) => column)])
  asked.delete(placeColumn)
  const rows = sql`(${source.select(rowAlias, page, asked)}) ${alias}`
  const order = sql`order by ${orderBy(sort, rowAlias)}`
  const kept = source.personal(rowAlias) ? asked.union(new Set(['personal'])) : asked
  const numbered = sql`(select ${columnsOf(rowAlias, kept)},
      row_number() over (${order}) as ${sql.ref(placeColumn)}
    from ${rows}) ${alias}`
  return { rows, order, numbered }
}

/**
 * One row more than the page is read, to know whether another page follows.
 *
 * @param whole of this, all is read or, if that is too much for one statement, nothing
 */
function pageSql(sort: SortOrder, paging: Paging, whole?: Source): PageSql {
  const most = whole ? statementRowsMax : countedRowsMax + 1
  const rows = paging === 'all' ? sql`${sql.lit(most)}` : sql`${slot('limit', 'int')} + 1`
  const offset = slot('offset', 'int')
  const isLittle = whole && paging === 'all' ? sql`and ${isLittleSql(whole)}` : sql``
  return {
    after: row => (paging === 'afterKey' ? sql`and ${afterKey(sort, row)}` : isLittle),
    orderBy: row => sql`order by ${orderBy(sort, row.alias)}`,
    innerLimit: paging === 'atOffset' ? sql`limit ${offset} + ${rows}` : sql`limit ${rows}`,
    limit: paging === 'atOffset' ? sql`offset ${offset} limit ${rows}` : sql`limit ${rows}`,
  }
}

/** All rows, and nothing of them. */
function placesOf(source: Source): Sql {
  return sql`(${source.select(rowAlias, wholePage, new Set())}) ${sql.ref(rowAlias)}`
}

/** Is asked once, ahead of all rows, as the scalar subquery that it is. */
function isLittleSql(source: Source): Sql {
  return sql`(select not exists (select 1 from ${placesOf(source)}
    offset ${sql.lit(statementRowsMax)} limit 1))`
}

/** How many rows there are, counted up to a number. */
function countSql(source: Source, most: number): Sql {
  return sql`(select count(*)::int from (select 1 from ${placesOf(source)}
    limit ${sql.lit(most)}) c)`
}

function afterKey(sort: SortOrder, row: Row): Sql {
  const slots = sort.columns.map((_, i) => new Slot(`k${i}`))
  return after(sort, row.alias, slots as never[])
}

/** The sort key of a row as JSON text, as cursors hold it. */
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
