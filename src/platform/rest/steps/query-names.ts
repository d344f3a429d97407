/** Unknown query parameters: contract/general.md §9. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { addWarning } from '../response/warnings.ts'

export interface QueryNames {
  allowed: ReadonlySet<string>
  /** Names of parameters that accept several values. */
  lists: ReadonlySet<string>
}

interface QuerySchema {
  properties?: Record<string, { type?: string | string[]; 'x-alias'?: string }>
}

type Query = Record<string, string | string[]>

/** Limits of a warning: number of parameter names, and characters of each. */
const warnedNamesMax = 10
const nameCharactersMax = 64

/**
 * Returns the parameter names of a query schema.
 *
 * @param ignored documented parameters that all operations accept and ignore
 */
export function listQueryNames(schema: object | undefined, ignored: readonly string[]): QueryNames {
  const properties = Object.entries((schema as QuerySchema | undefined)?.properties ?? {})
  const lists = properties.filter(([, { type }]) => type?.includes('array')).map(([name]) => name)
  const names = properties.flatMap(([name, field]) => [name, field['x-alias'] ?? name])
  return {
    allowed: new Set([...names, ...ignored]),
    lists: new Set(lists),
  }
}

/**
 * Normalizes `name[]` of list parameters to `name`, as axios and PHP send them, and adds a warning
 * that names the unknown parameters.
 *
 * @throws ApiError UNKNOWN_PARAMETER instead, for a strict credential
 */
export function checkQueryNames(
  names: QueryNames,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const query = request.query as Query
  let unknown: string[] | null = null
  for (const name in query) {
    if (names.allowed.has(name) || normalizeListName(query, name, names)) continue
    unknown ??= []
    unknown.push(name)
  }
  if (unknown === null) return
  if (request.authentication?.isStrict) throw unknownParameter(unknown[0]!, names)
  addWarning(reply, `UNKNOWN_PARAMETER: Ignored query parameters: ${formatNames(unknown)}`)
}

/** Returns false if the parameter is not a list with brackets. */
function normalizeListName(query: Query, name: string, { lists }: QueryNames): boolean {
  const listName = name.endsWith('[]') ? name.slice(0, -2) : ''
  if (!lists.has(listName)) return false
  query[listName] = [query[listName] ?? [], query[name]!].flat()
  delete query[name]
  return true
}

function unknownParameter(name: string, { allowed }: QueryNames): ApiError {
  const parameter = name.slice(0, nameCharactersMax)
  const allowedValues = [...allowed].sort()
  const hint =
    allowedValues.length > 0
      ? `allowed parameters are: ${allowedValues.join(', ')}`
      : 'this operation has none'
  return new ApiError('UNKNOWN_PARAMETER', `Unknown query parameter '${parameter}', ${hint}`, {
    members: { parameter, allowedValues },
  })
}

function formatNames(names: string[]): string {
  const listedNames = names.slice(0, warnedNamesMax).map(name => name.slice(0, nameCharactersMax))
  const omittedCount = names.length - listedNames.length
  return listedNames.join(', ') + (omittedCount > 0 ? ` and ${omittedCount} more` : '')
}
