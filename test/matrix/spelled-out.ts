import { both, type OperationRow, type Operations } from './operation-row.ts'
import { entriesOf } from './row.ts'
import { tableRows } from './tables.ts'

/**
 * The entries of a section, and one for each of its rows that has none because its first cell says
 * it all: `GET POST /fees`, `DELETE /fees/{uid}`, `GET /v2/fees`.
 */
export function withSpelledOut(section: string, entries: OperationRow[]): OperationRow[] {
  const others = tableRows(section).filter(([first = '']) => entriesOf(entries, first).length === 0)
  return [...entries, ...others.flatMap(spelledOut)]
}

function spelledOut([mentions = '', ...cells]: string[]): OperationRow[] {
  const found = [...mentions.matchAll(/((?:(?:GET|POST|PUT|PATCH|DELETE) )+)(\/[\w/{}-]+)/g)]
  if (found.length === 0) return []
  const columns = cells.slice(0, 5).join('|')
  const operations = found.flatMap(([, methods = '', path = '']) =>
    methods
      .trim()
      .split(' ')
      .map(method => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const isLegacy = (one: string) => one.includes(' /v2/')
  const v2 = operations.filter(isLegacy).map(one => one.replace('/v2/', '/'))
  const v3 = operations.filter(one => !isLegacy(one))
  return [{ mentions, columns, v2: readsFirst(v2), v3: readsFirst(v3) }]
}

function readsFirst(operations: string[]): Operations {
  const isRead = (one: string) => one.startsWith('GET ')
  return both(
    operations.filter(isRead),
    operations.filter(one => !isRead(one)),
  )
}
