import type pg from 'pg'
import { nameOf } from '../prepare.ts'

/** A statement as the driver takes it. One with a name stays prepared on its connection. */
export interface Query {
  text: string
  values?: unknown[]
  name?: string
  rowMode?: 'array'
  query_timeout?: number
}

export type Result = pg.QueryResult

/** Maximum number of texts that get a name: each connection keeps a plan of every one. */
const namesMax = 300

/** Names of prepared statements by their texts, the same on every connection. */
const names = new Map<string, string>()

/** Returns a statement, with a name if it has parameters and not too many texts have one. */
export function queryOf(text: string, values?: unknown[]): Query {
  if (values === undefined || values.length === 0) return { text }
  const name = names.get(text) ?? newName(text)
  return name === null ? { text, values } : { name, text, values }
}

function newName(text: string): string | null {
  if (names.size >= namesMax) return null
  const name = nameOf(text)
  names.set(text, name)
  return name
}
