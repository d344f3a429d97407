/** Checks of cells, responses and operations for the tests of the matrix. */
import { pathPattern } from '../../src/platform/rest/url-path.ts'
import type { TestResponse } from '../support/server.ts'
import type { Table } from './documented.ts'

/** Returns the object of a response, or the first of a list; objects of v2 have no envelope. */
export function objectAt(
  body: unknown,
  table: Table,
  at = '',
): Record<string, unknown> | undefined {
  const path = table === 'v2' ? at.split('.').slice(1) : at.split('.')
  const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)
  const object = path.reduce(
    (value, key) => first((value as Record<string, unknown> | undefined)?.[key]),
    first(body),
  )
  return object as Record<string, unknown> | undefined
}

/** Returns whether a cell marks a feature as present, by `x`, `w` or its name. */
export function isIn(cell: string, name: string): boolean {
  if (cell === '–') return false
  return /^(x|w)\b/.test(cell) || cell.split(/\W+/).includes(name)
}

/** Returns whether an error is caused by a field. */
export function namesField({ status, body }: TestResponse, key: string): boolean {
  if (status < 400) return false
  const fields = [
    body.parameter,
    ...(body.errors ?? []).map((error: { field: string }) => error.field),
  ]
  return fields.some(field => String(field).split(/[.[]/)[0] === key)
}

export function listAllowed({ body }: TestResponse, name: string): string[] | undefined {
  if (body.parameter === name) return body.allowedValues
  const errors: { field: string; message: string }[] = body.errors ?? []
  const error = errors.find(({ field }) => field.split('[')[0] === name)
  return error?.message.split('are: ')[1]?.split(', ') ?? body.allowedValues
}

/** Returns whether a path has an operation, with any method. */
export function matchesPath(operation: string, path: string): boolean {
  return pathPattern(operation.split('?')[0]!.split(' ')[1]!).test(path)
}

/** Returns the path of an operation without the names of its parameters. */
export function pathShape(operation: string): string {
  return operation.split('?')[0]!.split(' ')[1]!.replaceAll(/:\w+/g, ':')
}
