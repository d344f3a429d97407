import { sql } from 'kysely'
import type { SelectedField } from './collect-fields.ts'
import { encryptedSql } from './encrypted-fields.ts'
import { type Field, type ObjectField, type Row, rowAs, type Sql, type Types } from './fields.ts'

/** Pieces of the SQL of a value. Strings are literal JSON text. */
type Pieces = (string | Sql)[]

interface Compilation {
  types: Types
  /** Returns an alias that is unique within the statement. */
  nextAlias(): string
}

/** SELECT of one object type, with the joins that its JSON text needs. */
interface Level {
  compilation: Compilation
  joins: Sql[]
}

/**
 * Compiles a selection set to the SQL expression of a row's JSON text and the lateral joins that it
 * needs. Each join has OFFSET 0, which PostgreSQL does not merge into the outer query: it remains
 * an index lookup per row, whatever the planner estimates.
 */
export function compileRow(
  types: Types,
  selection: SelectedField[],
  row: Row,
  nextAlias: () => string,
): { json: Sql; joins: Sql } {
  const level: Level = { compilation: { types, nextAlias }, joins: [] }
  const json = concatPieces(objectPieces(selection, row, level))
  return { json, joins: level.joins.length === 0 ? sql`` : sql.join(level.joins, sql` `) }
}

/** Returns a generator of the aliases r1, r2, … of one statement. */
export function createAliases(): () => string {
  let count = 0
  return () => `r${++count}`
}

function objectPieces(selection: SelectedField[], row: Row, level: Level): Pieces {
  const pieces: Pieces = ['{']
  selection.forEach((field, i) => {
    pieces.push(`${i === 0 ? '' : ','}"${field.key}":`)
    pieces.push(...valuePieces(field, row, level))
  })
  pieces.push('}')
  return pieces
}

function valuePieces(selected: SelectedField, row: Row, level: Level): Pieces {
  if (selected.name === '__typename') return [`"${selected.parent}"`]
  const field: Field = level.compilation.types[selected.parent]![selected.name]!
  switch (field.kind) {
    case 'text':
    case 'unescaped':
    case 'literal':
      return scalarPieces(field.kind, field.sql(row), field.nullable)
    case 'encrypted':
      return [encryptedSql(field, row)]
    case 'sameRow': {
      const pieces = objectPieces(selected.fields, row, level)
      return field.inList ? ['[', ...pieces, ']'] : pieces
    }
    case 'joined':
      return joinedPieces(field, selected, row, level)
    case 'list':
      return ['[', listText(field, selected, row, level.compilation), ']']
  }
}

function scalarPieces(
  kind: 'text' | 'unescaped' | 'literal',
  value: Sql,
  nullable: boolean,
): Pieces {
  if (kind === 'text') return [sql`coalesce(to_json(${value})::text, 'null')`]
  if (kind === 'unescaped') {
    return nullable
      ? [sql`coalesce('"' || (${value})::text || '"', 'null')`]
      : ['"', asText(value), '"']
  }
  return nullable ? [sql`coalesce((${value})::text, 'null')`] : [asText(value)]
}

function asText(value: Sql): Sql {
  return sql`(${value})::text`
}

/**
 * Joins the rows of a field. The JSON text is built inside the join, so PostgreSQL can memoize it
 * for rows with the same object.
 */
function joinedPieces(field: ObjectField, selected: SelectedField, row: Row, level: Level): Pieces {
  const alias = level.compilation.nextAlias()
  level.joins.push(
    sql`left join lateral (${selectRows(field, selected, row, level.compilation)} offset 0)
      ${sql.ref(alias)} on true`,
  )
  const json = rowAs(alias)('j')
  return field.inList ? ['[', sql`coalesce(${json}, '')`, ']'] : [sql`coalesce(${json}, 'null')`]
}

function listText(
  field: ObjectField,
  selected: SelectedField,
  row: Row,
  compilation: Compilation,
): Sql {
  const rows = selectRows(field, selected, row, compilation)
  return sql`coalesce((select string_agg(x.j, ',') from (${rows}) x), '')`
}

/** Selects the rows of a field as JSON text `j`. */
function selectRows(
  field: ObjectField,
  selected: SelectedField,
  row: Row,
  compilation: Compilation,
): Sql {
  const alias = compilation.nextAlias()
  const relatedRow = rowAs(alias, row.personal, row.known)
  const { types, nextAlias } = compilation
  const { json, joins } = compileRow(types, selected.fields, relatedRow, nextAlias)
  const order = field.orderBy(relatedRow)
  // After all columns of the related row were requested.
  const rows = field.from(row, relatedRow.requested)
  return sql`select ${json} as j from (${rows}) ${sql.ref(alias)} ${joins}
    ${order ? sql`order by ${order}` : sql``}`
}

/**
 * Concatenates pieces. Merges adjacent literals. Nests groups, because a flat chain of `||` copies
 * the growing text of the row once per piece.
 */
function concatPieces(pieces: Pieces): Sql {
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
  return concatGroups(merged)
}

const groupSize = 8

function concatGroups(pieces: Sql[]): Sql {
  if (pieces.length === 1) return pieces[0]!
  if (pieces.length <= groupSize) return sql`(${sql.join(pieces, sql` || `)})`
  const groups: Sql[] = []
  for (let i = 0; i < pieces.length; i += groupSize) {
    groups.push(concatGroups(pieces.slice(i, i + groupSize)))
  }
  return concatGroups(groups)
}
