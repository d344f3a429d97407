import type { FastifySchema } from 'fastify'
import type { ErrorCode } from '../errors.ts'
import { errorResponses } from '../openapi/describe-route.ts'
import { described, shape, Type, text } from '../rest/fields.ts'

const anyObject = () => Type.Object({}, { additionalProperties: true })

const request = shape('GraphQLRequest', {
  query: described(text({ max: 1_048_576 }), 'GraphQL document.'),
  variables: described(Type.Optional(anyObject()), 'Variables of the operation, by name.'),
  operationName: described(
    Type.Optional(text()),
    'Name of the operation to run. Required if the document has several operations.',
  ),
})

/** Query parameters of a GET request. */
export const getQuery = Type.Object({
  query: described(text({ max: 1_048_576 }), 'GraphQL document.'),
  variables: described(Type.Optional(text()), 'Variables of the operation, as JSON.'),
  operationName: described(
    Type.Optional(text()),
    'Name of the operation to run. Required if the document has several operations.',
  ),
})

const responseSchema = shape('GraphQLAnswer', {
  data: described(Type.Optional(anyObject()), 'Result, in the shape of the query.'),
  errors: described(
    Type.Optional(Type.Array(anyObject())),
    'Errors, each with a code in `extensions.code`. An invalid document also returns status ' +
      '200, with `GRAPHQL_PARSE_FAILED`, `GRAPHQL_VALIDATION_FAILED` or ' +
      '`GRAPHQL_LIMIT_EXCEEDED` and without `data`.',
  ),
  extensions: described(
    Type.Optional(anyObject()),
    'Additional data about the response, such as the cursor of the next page.',
  ),
})

const errorCodes: ErrorCode[] = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'UNKNOWN_PARAMETER',
  'MALFORMED_BODY',
  'AUTHENTICATION_REQUIRED',
  'INVALID_CREDENTIALS',
  'TOKEN_EXPIRED',
  'INVALID_CLIENT',
  'OPERATION_NOT_PERMITTED',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

/** Returns the OpenAPI description of an endpoint. GraphQL has a schema language of its own. */
export function describeEndpoint(
  method: 'GET' | 'POST',
  options: { operationId: string; summary: string; description: string },
): FastifySchema {
  const { operationId, summary, description } = options
  const isGet = method === 'GET'
  const methodText = isGet
    ? 'Same as POST, for clients and caches that can only send GET requests.'
    : 'Takes JSON, or the document itself as the body. Introspection returns the schema.'
  return {
    operationId: isGet ? `${operationId}ByGet` : operationId,
    summary: isGet ? `${summary}, by GET` : summary,
    description: `${description}\n\n${methodText}\n\nFor agencies and partners.`,
    tags: ['GraphQL'],
    ...(isGet ? { querystring: getQuery } : { body: request }),
    response: { 200: responseSchema, ...errorResponses(new Set(errorCodes)) },
  }
}
