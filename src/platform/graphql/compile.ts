import { sql } from 'kysely'
import type { Selected } from './collect.ts'
import { type Field, type ObjectField, type Row, rowAs, type Sql, type Types } from './fields.ts'
import { sealedSql } from './sealed.ts'

/** SQL text of the value, in pieces: strings are JSON text as it stands. */
type Pieces = (string | Sql)[]

interface Compilation {
  types: Types
  /** Makes aliases distinct over the whole statement. */
  nextAlias(): string
}

/** What a SELECT level gathers: the JSON text of its rows and the joins that text needs. */
interface Level {
  compilation: Compilation
  joins: Sql[]
}

/**
 * Compiles a selection set over rows: the SQL expression that makes one row's JSON text, and the
 * lateral joins it needs. A join is lateral with OFFSET 0, so it is an indexed look-up per row of
 * the page whatever the planner believes about the page's size.
 */
export function compileRow(
  types: Types,
  selection: Selected[],
  row: Row,
  nextAlias: () => string,
): { json: Sql; joins: Sql } {
  const level: Level = { compilation: { types, nextAlias }, joins: [] }
  const json = concat(objectPieces(selection, row, level))
  return { json, joins: level.joins.length === 0 ? sql`` : sql.join(level.joins, sql` `) }
}

/** Makes the aliases r1, r2, … of one statement. */
export function aliases(): () => string {
  let count = 0
  return () => `r${++count}`
}

function objectPieces(selection: Selected[], row: Row, level: Level): Pieces {
  const pieces: Pieces = ['{']
  selection.forEach((field, i) => {
    pieces.push(`${i === 0 ? '' : ','}"${field.key}":`)
    pieces.push(...valuePieces(field, row, level))
  })
  pieces.push('}')
  return pieces
}

function valuePieces(selected: Selected, row: Row, level: Level): Pieces {
  if (selected.name === '__typename') return [`"${selected.parent}"`]
  const field: Field = level.compilation.types[selected.parent]![selected.name]!
  switch (field.kind) {
    case 'text':
    case 'word':
    case 'plain':
      return scalarPieces(field.kind, field.sql(row), field.nullable)
    case 'sealed':
      return [sealedSql(field, row)]
    case 'same': {
      const pieces = objectPieces(selected.fields, row, level)
      return field.inList ? ['[', ...pieces, ']'] : pieces
    }
    case 'joined':
      return joinedPieces(field, selected, row, level)
    case 'many':
      return ['[', manyRows(field, selected, row, level.compilation), ']']
  }
}

function scalarPieces(kind: 'text' | 'word' | 'plain', value: Sql, nullable: boolean): Pieces {
  if (kind === 'text') return [sql`coalesce(to_json(${value})::text, 'null')`]
  if (kind === 'word') {
    return nullable
      ? [sql`coalesce('"' || (${value})::text || '"', 'null')`]
      : ['"', asText(value), '"']
  }
  return nullable ? [sql`coalesce((${value})::text, 'null')`] : [asText(value)]
}

function asText(value: Sql): Sql {
  return sql`(${value})::text`
}

/** The text is made inside the join, so that PostgreSQL can keep it for rows sharing an object. */
function joinedPieces(field: ObjectField, selected: Selected, row: Row, level: Level): Pieces {
  const alias = level.compilation.nextAlias()
  level.joins.push(
    sql`left join lateral (${rowsOf(field, selected, row, level.compilation)} offset 0)
      ${sql.ref(alias)} on true`,
  )
  const json = rowAs(alias)('j')
  return field.inList ? ['[', sql`coalesce(${json}, '')`, ']'] : [sql`coalesce(${json}, 'null')`]
}

function manyRows(field: ObjectField, selected: Selected, row: Row, compilation: Compilation): Sql {
  const rows = rowsOf(field, selected, row, compilation)
  return sql`coalesce((select string_agg(x.j, ',') from (${rows}) x), '')`
}

/** The rows of a field as SELECT of their JSON text `j`. */
function rowsOf(field: ObjectField, selected: Selected, row: Row, compilation: Compilation): Sql {
  const alias = compilation.nextAlias()
  const inner = rowAs(alias, row.personal, row.known)
  const { types, nextAlias } = compilation
  const { json, joins } = compileRow(types, selected.fields, inner, nextAlias)
  const order = field.orderBy(inner)
  return sql`select ${json} as j from (${field.from(row, inner.asked)}) ${sql.ref(alias)} ${joins}
    ${order ? sql`order by ${order}` : sql``}`
}

/**
 * Concatenates pieces. Neighbouring texts become one; groups are nested so that a long row is not
 * copied once per field.
 */
function concat(pieces: Pieces): Sql {
  const merged: Sql[] = []
  let literal = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') literal += piece
    else {
      if (literal !== '') merged.push(sql.lit(literal))
      literal = ''
      merged.push(piece)
    }
  }
  if (literal !== '') merged.push(sql.lit(literal))
  return grouped(merged)
}

const groupSize = 8

function grouped(parts: Sql[]): Sql {
  if (parts.length === 1) return parts[0]!
  if (parts.length <= groupSize) return sql`(${sql.join(parts, sql` || `)})`
  const groups: Sql[] = []
  for (let i = 0; i < parts.length; i += groupSize) {
    groups.push(grouped(parts.slice(i, i + groupSize)))
  }
  return grouped(groups)
}
