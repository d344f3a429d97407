/** Documented operations of each version, and differences from the route tables. */
import type { Version } from '../../src/platform/rest/version.ts'
import { legacyRoutes, routes, unversionedRoutes } from '../../src/rental/routes.ts'
import { legacyVersion } from '../../src/rental/versions.ts'
import type { AnyRoute } from '../authorization/requests.ts'
import type { OperationRow } from './operation-row.ts'
import { operations, unversionedOnly, versionless } from './operations.ts'
import { type Column, cellAt, columnNames } from './row.ts'

export type Table = 'v2' | 'v3'

/** An operation of a table, `v3 GET /leads`. */
export type Name = `${Table} ${string}`

export const tableFor = (column: Column): Table => (column === 'v2' ? 'v2' : 'v3')
export const prefixFor = (column: Column) => (column === 'v2' ? '/v2' : `/api/v${column}`)
export const versionFor = (column: Column): Version => (column === 'v2' ? legacyVersion : column)

const rows = Object.values(operations).flat()

/** Lists the documented operations of a row in a version. */
function rowOperations(row: OperationRow, column: Column): string[] {
  const cell = cellAt(row, column)
  const { reads = [], writes = [] } = row[tableFor(column)] ?? {}
  if (cell === '–' || cell === 'gone') return []
  if (cell === 'r') return reads
  const isDeletion = (operation: string) => operation.startsWith('DELETE ')
  return cell === 'rd' ? [...reads, ...writes.filter(isDeletion)] : [...reads, ...writes]
}

export function listDocumented(column: Column): string[] {
  const all = rows.flatMap(row => rowOperations(row, column))
  return [...new Set(column === 'v2' ? all : [...all, ...versionless])]
}

/** Lists operations of the matrix that a version does not have. */
export function listAbsent(column: Column): string[] {
  const named = rows
    .flatMap(({ v2, v3 }) => [v2, v3])
    .flatMap(all => [...(all?.reads ?? []), ...(all?.writes ?? [])])
  const documented = new Set(listDocumented(column))
  return [...new Set(named)].filter(operation => !documented.has(operation))
}

export function findRoute(table: Table, operation: string): AnyRoute | undefined {
  const [method, path] = operation.split('?')[0]!.split(' ')
  const all = (table === 'v2' ? legacyRoutes : routes) as readonly AnyRoute[]
  return all.find(route => route.method === method && route.path === path)
}

/** Lists routes that no row of any version documents. */
export function listUndocumented(): Name[] {
  const names = new Set<string>()
  for (const column of columnNames) {
    for (const operation of listDocumented(column))
      names.add(`${tableFor(column)} ${operation.split('?')[0]}`)
  }
  const own = [...versionless, ...unversionedOnly]
  const served: Name[] = [
    ...routes.map(({ method, path }) => `v3 ${method} ${path}` as const),
    ...legacyRoutes.map(({ method, path }) => `v2 ${method} ${path}` as const),
  ]
  const unversioned = unversionedRoutes.map(({ method, path }) => `${method} ${path}`)
  const unknown = unversioned.filter(name => !own.includes(name)).map(name => `v3 ${name}` as const)
  return [...served.filter(name => !names.has(name)), ...unknown]
}
