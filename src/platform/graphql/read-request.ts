import type { FastifyRequest } from 'fastify'
import { ApiError, invalidParameter } from '../errors.ts'
import { bodyText, checkNesting, malformedBody, wellFormed } from '../rest/read-json.ts'
import type { GraphQLRequest } from './call.ts'

/**
 * What was posted (contract/leadsql.md §1): the content type is not looked at, the body decides. A
 * JSON object with `query`, or the document itself.
 *
 * @throws ApiError REQUIRED_PARAMETER, INVALID_PARAMETER, MALFORMED_BODY
 */
export function readPost(request: FastifyRequest): GraphQLRequest {
  const text = bodyText(request.body as Buffer | undefined)
  if (text.trim() === '') throw queryRequired()
  const json = asJson(text)
  if (json === undefined && jsonFirst.test(text)) throw malformedBody()
  if (Array.isArray(json)) {
    throw new ApiError('INVALID_PARAMETER', 'Batched requests are not supported')
  }
  if (typeof json !== 'object' || json === null) {
    return { query: text, variables: {}, operationName: null }
  }
  checkNesting(text)
  const { query, variables, operationName } = wellFormed(text, json) as Record<string, unknown>
  if (typeof query !== 'string') throw queryRequired()
  return { query, variables: asVariables(variables), operationName: asName(operationName) }
}

/** The beginning of JSON that no GraphQL document has: a list, or an object with a key. */
const jsonFirst = /^\s*(\[|\{\s*")/

/** Reads a GraphQL request from the query string of a GET. */
export function readGet(request: FastifyRequest): GraphQLRequest {
  const { query, variables, operationName } = request.query as Record<string, unknown>
  const text = [query].flat().at(-1)
  if (typeof text !== 'string' || text === '') throw queryRequired()
  const given = [variables].flat().at(-1)
  const parsed = typeof given === 'string' && given !== '' ? asJson(given) : null
  if (given && parsed === undefined) throw invalidParameter('variables', 'must be a JSON object')
  if (parsed) checkNesting(given as string)
  const read = parsed ? wellFormed(given as string, parsed) : null
  return { query: text, variables: asVariables(read), operationName: asName(operationName) }
}

function asVariables(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalidParameter('variables', 'must be a JSON object')
  }
  return value as Record<string, unknown>
}

function asName(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw invalidParameter('operationName', 'must be a string')
  return value
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function queryRequired(): ApiError {
  return new ApiError('REQUIRED_PARAMETER', 'query is required', {
    members: { parameter: 'query' },
  })
}
