import type pg from 'pg'
import { statementName } from '../compiled-query.ts'

/** Statement in the format of the driver. With a name, it stays prepared on its connection. */
export interface Query {
  text: string
  values?: unknown[]
  name?: string
  rowMode?: 'array'
  query_timeout?: number
}

export type Result = pg.QueryResult

/** Maximum number of named texts, because each connection caches a plan for every name. */
const namesMax = 300

/** Names of prepared statements by their texts, the same on every connection. */
const names = new Map<string, string>()

/** Builds a statement. It gets a name if it has parameters, unless too many texts have one. */
export function toQuery(text: string, values?: unknown[]): Query {
  if (values === undefined || values.length === 0) return { text }
  const name = names.get(text) ?? assignName(text)
  return name === null ? { text, values } : { name, text, values }
}

function assignName(text: string): string | null {
  if (names.size >= namesMax) return null
  const name = statementName(text)
  names.set(text, name)
  return name
}
