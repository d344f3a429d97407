/** Query parameters that an operation does not know: contract/general.md §9. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { addWarning } from '../answers/warnings.ts'

/** The query parameters of an operation. */
export interface QueryNames {
  known: ReadonlySet<string>
  /** Names of parameters that take several values. */
  lists: ReadonlySet<string>
}

interface QuerySchema {
  properties?: Record<string, { type?: string | string[]; 'x-alias'?: string }>
}

type Query = Record<string, string | string[]>

/** A warning names so many parameters at most, and so much of each. */
const namedMax = 10
const nameCharactersMax = 64

/**
 * Returns the names of a query's parameters.
 *
 * @param ignored documented parameters that operations without them may be sent
 */
export function queryNamesOf(schema: object | undefined, ignored: readonly string[]): QueryNames {
  const properties = Object.entries((schema as QuerySchema | undefined)?.properties ?? {})
  const lists = properties.filter(([, { type }]) => type?.includes('array')).map(([name]) => name)
  const names = properties.flatMap(([name, field]) => [name, field['x-alias'] ?? name])
  return {
    known: new Set([...names, ...ignored]),
    lists: new Set(lists),
  }
}

/**
 * Reads `name[]` of a list as `name`, as axios and PHP send lists, and names every parameter that
 * the operation does not know in a warning of the response.
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
    if (names.known.has(name) || readAsList(query, name, names)) continue
    unknown ??= []
    unknown.push(name)
  }
  if (unknown === null) return
  if (request.admission?.isStrict) throw unknownParameter(unknown[0]!, names)
  addWarning(reply, `UNKNOWN_PARAMETER: Ignored query parameters: ${listed(unknown)}`)
}

function readAsList(query: Query, name: string, { lists }: QueryNames): boolean {
  const list = name.endsWith('[]') ? name.slice(0, -2) : ''
  if (!lists.has(list)) return false
  query[list] = [query[list] ?? [], query[name]!].flat()
  delete query[name]
  return true
}

function unknownParameter(name: string, { known }: QueryNames): ApiError {
  const parameter = name.slice(0, nameCharactersMax)
  const allowedValues = [...known].sort()
  const those =
    allowedValues.length > 0
      ? `allowed parameters are: ${allowedValues.join(', ')}`
      : 'this operation has none'
  return new ApiError('UNKNOWN_PARAMETER', `Unknown query parameter '${parameter}', ${those}`, {
    members: { parameter, allowedValues },
  })
}

function listed(names: string[]): string {
  const shown = names.slice(0, namedMax).map(name => name.slice(0, nameCharactersMax))
  const more = names.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
