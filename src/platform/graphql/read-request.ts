import type { FastifyRequest } from 'fastify'
import { ApiError, invalidParameter } from '../errors.ts'
import { bodyText, checkNesting, malformedBody, wellFormed } from '../rest/read-json.ts'
import type { GraphQLRequest } from './operation.ts'

/**
 * Parses a POST request (contract/leadsql.md §1), ignoring its content type: a JSON object with
 * `query`, or the document itself.
 *
 * @throws ApiError REQUIRED_PARAMETER, INVALID_PARAMETER, MALFORMED_BODY
 */
export function readPost(request: FastifyRequest): GraphQLRequest {
  const text = bodyText(request.body as Buffer | undefined)
  if (text.trim() === '') throw queryRequired()
  const json = asJson(text)
  if (json === undefined && jsonStart.test(text)) throw malformedBody()
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

/** Beginning of JSON that cannot be a GraphQL document: a list, or an object with a quoted key. */
const jsonStart = /^\s*(\[|\{\s*")/

/** Parses a GraphQL request from the query string of a GET. */
export function readGet(request: FastifyRequest): GraphQLRequest {
  const { query, variables, operationName } = request.query as Record<string, unknown>
  // The last of repeated parameters counts.
  const text = [query].flat().at(-1)
  if (typeof text !== 'string' || text === '') throw queryRequired()
  const variablesText = [variables].flat().at(-1)
  const parsedVariables =
    typeof variablesText === 'string' && variablesText !== '' ? asJson(variablesText) : null
  if (variablesText && parsedVariables === undefined)
    throw invalidParameter('variables', 'must be a JSON object')
  if (parsedVariables) checkNesting(variablesText as string)
  const values = parsedVariables ? wellFormed(variablesText as string, parsedVariables) : null
  return { query: text, variables: asVariables(values), operationName: asName(operationName) }
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

/** Returns undefined if the text is not JSON. */
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
