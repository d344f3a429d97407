import { both, type OperationRow, type Operations } from './operation-row.ts'
import { findEntries } from './row.ts'
import { tableRows } from './tables.ts'

/**
 * Adds entries for rows whose first cell lists its operations: `GET POST /fees`, `DELETE
 * /fees/{uid}`, `GET /v2/fees`.
 */
export function addSpelledOut(section: string, entries: OperationRow[]): OperationRow[] {
  const missing = tableRows(section).filter(
    ([first = '']) => findEntries(entries, first).length === 0,
  )
  return [...entries, ...missing.flatMap(parseRow)]
}

function parseRow([mentions = '', ...cells]: string[]): OperationRow[] {
  const matches = [...mentions.matchAll(/((?:(?:GET|POST|PUT|PATCH|DELETE) )+)(\/[\w/{}-]+)/g)]
  if (matches.length === 0) return []
  const columns = cells.slice(0, 5).join('|')
  const operations = matches.flatMap(([, methods = '', path = '']) =>
    methods
      .trim()
      .split(' ')
      .map(method => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const isLegacy = (operation: string) => operation.includes(' /v2/')
  const v2 = operations.filter(isLegacy).map(operation => operation.replace('/v2/', '/'))
  const v3 = operations.filter(operation => !isLegacy(operation))
  return [{ mentions, columns, v2: readsFirst(v2), v3: readsFirst(v3) }]
}

function readsFirst(operations: string[]): Operations {
  const isRead = (operation: string) => operation.startsWith('GET ')
  return both(
    operations.filter(isRead),
    operations.filter(operation => !isRead(operation)),
  )
}
