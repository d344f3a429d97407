/** How the tests of the matrix look at cells, answers and operations. */
import { patternOf } from '../../src/platform/rest/path.ts'
import type { Answer } from '../support/server.ts'
import type { Table } from './promised.ts'

/** The object that an answer is about, or the first of a list; v2 is bare. */
export function objectAt(
  body: unknown,
  table: Table,
  at = '',
): Record<string, unknown> | undefined {
  const way = table === 'v2' ? at.split('.').slice(1) : at.split('.')
  const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)
  const found = way.reduce(
    (value, key) => first((value as Record<string, unknown> | undefined)?.[key]),
    first(body),
  )
  return found as Record<string, unknown> | undefined
}

/** Whether a cell says that something is there: a mark, or its name. */
export function isIn(cell: string, name: string): boolean {
  if (cell === '–') return false
  return /^(x|w)\b/.test(cell) || cell.split(/\W+/).includes(name)
}

/** Whether a refusal is because of a field. */
export function namesField({ status, body }: Answer, key: string): boolean {
  if (status < 400) return false
  const named = [body.parameter, ...(body.errors ?? []).map((one: { field: string }) => one.field)]
  return named.some(one => String(one).split(/[.[]/)[0] === key)
}

/** The words that a refusal of another lists. */
export function allowedIn({ body }: Answer, name: string): string[] | undefined {
  if (body.parameter === name) return body.allowedValues
  const errors: { field: string; message: string }[] = body.errors ?? []
  const error = errors.find(({ field }) => field.split('[')[0] === name)
  return error?.message.split('are: ')[1]?.split(', ') ?? body.allowedValues
}

/** Whether an operation stands at a path, whatever its method. */
export function takes(operation: string, path: string): boolean {
  return patternOf(operation.split('?')[0]!.split(' ')[1]!).test(path)
}

/** A path of an operation without the names of its parameters. */
export function shapeOf(operation: string): string {
  return operation.split('?')[0]!.split(' ')[1]!.replaceAll(/:\w+/g, ':')
}
