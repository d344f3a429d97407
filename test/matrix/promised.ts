/** What the matrix of operations means for each version, and where the route tables are not it. */
import type { Version } from '../../src/platform/rest/version.ts'
import { legacyRoutes, routes, unversionedRoutes } from '../../src/rental/routes.ts'
import { legacyVersion } from '../../src/rental/versions.ts'
import type { AnyRoute } from '../reach/requests.ts'
import type { OperationRow } from './operation-row.ts'
import { operations, unversionedOnly, versionless } from './operations.ts'
import { type Column, cellOf, columnNames } from './row.ts'

export type Table = 'v2' | 'v3'

/** An operation of a table, `v3 GET /leads`. */
export type Name = `${Table} ${string}`

export const tableOf = (column: Column): Table => (column === 'v2' ? 'v2' : 'v3')
export const prefixOf = (column: Column) => (column === 'v2' ? '/v2' : `/api/v${column}`)
export const versionOf = (column: Column): Version => (column === 'v2' ? legacyVersion : column)

const rows = Object.values(operations).flat()

/** What a row promises in a version. */
function promisedBy(row: OperationRow, column: Column): string[] {
  const cell = cellOf(row, column)
  const { reads = [], writes = [] } = row[tableOf(column)] ?? {}
  if (cell === '–' || cell === 'gone') return []
  if (cell === 'r') return reads
  const isDeletion = (operation: string) => operation.startsWith('DELETE ')
  return cell === 'rd' ? [...reads, ...writes.filter(isDeletion)] : [...reads, ...writes]
}

/** All operations of a version. */
export function promised(column: Column): string[] {
  const all = rows.flatMap(row => promisedBy(row, column))
  return [...new Set(column === 'v2' ? all : [...all, ...versionless])]
}

/** Operations that rows name, but that this version does not have. */
export function withheld(column: Column): string[] {
  const named = rows
    .flatMap(({ v2, v3 }) => [v2, v3])
    .flatMap(all => [...(all?.reads ?? []), ...(all?.writes ?? [])])
  const there = new Set(promised(column))
  return [...new Set(named)].filter(operation => !there.has(operation))
}

/** The route of an operation, if its table has it. */
export function routeOf(table: Table, operation: string): AnyRoute | undefined {
  const [method, path] = operation.split('?')[0]!.split(' ')
  const all = (table === 'v2' ? legacyRoutes : routes) as readonly AnyRoute[]
  return all.find(route => route.method === method && route.path === path)
}

/** Routes that no row of any version promises. */
export function unpromised(): Name[] {
  const names = new Set<string>()
  for (const column of columnNames) {
    for (const one of promised(column)) names.add(`${tableOf(column)} ${one.split('?')[0]}`)
  }
  const own = [...versionless, ...unversionedOnly]
  const served: Name[] = [
    ...routes.map(({ method, path }) => `v3 ${method} ${path}` as const),
    ...legacyRoutes.map(({ method, path }) => `v2 ${method} ${path}` as const),
  ]
  const besides = unversionedRoutes.map(({ method, path }) => `${method} ${path}`)
  const strange = besides.filter(name => !own.includes(name)).map(name => `v3 ${name}` as const)
  return [...served.filter(name => !names.has(name)), ...strange]
}
