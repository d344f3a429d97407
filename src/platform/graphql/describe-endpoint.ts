import type { FastifySchema } from 'fastify'
import type { ErrorCode } from '../errors.ts'
import { errorResponses } from '../openapi/describe-route.ts'
import { described, shape, Type, text } from '../rest/fields.ts'

const anything = () => Type.Object({}, { additionalProperties: true })

const request = shape('GraphQLRequest', {
  query: described(text({ max: 1_048_576 }), 'A document of GraphQL.'),
  variables: described(Type.Optional(anything()), 'The variables of the operation, by name.'),
  operationName: described(
    Type.Optional(text()),
    'Which operation of the document is meant, where it has several.',
  ),
})

/** The same in a query. */
export const getQuery = Type.Object({
  query: described(text({ max: 1_048_576 }), 'A document of GraphQL.'),
  variables: described(Type.Optional(text()), 'The variables of the operation, as JSON.'),
  operationName: described(
    Type.Optional(text()),
    'Which operation of the document is meant, where it has several.',
  ),
})

const answer = shape('GraphQLAnswer', {
  data: described(
    Type.Optional(anything()),
    'What was asked for, in the shape that it was asked for in.',
  ),
  errors: described(
    Type.Optional(Type.Array(anything())),
    'What went wrong; each has `extensions.code`. With a document that cannot be read the status ' +
      'is 200, too: `GRAPHQL_PARSE_FAILED`, `GRAPHQL_VALIDATION_FAILED` or ' +
      '`GRAPHQL_LIMIT_EXCEEDED`, and there is no `data`.',
  ),
  extensions: described(
    Type.Optional(anything()),
    'Beside what was asked for, such as the cursor of the next page.',
  ),
})

const codes: ErrorCode[] = [
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

/** What the OpenAPI document says of an endpoint, whose language has a schema of its own. */
export function describeEndpoint(
  method: 'GET' | 'POST',
  options: { operationId: string; summary: string; description: string },
): FastifySchema {
  const { operationId, summary, description } = options
  const isGet = method === 'GET'
  const how = isGet
    ? 'The same as by POST, for clients and caches that can only GET.'
    : 'Takes JSON, or the document itself as the body. Introspection gives the schema.'
  return {
    operationId: isGet ? `${operationId}ByGet` : operationId,
    summary: isGet ? `${summary}, by GET` : summary,
    description: `${description}\n\n${how}\n\nFor agencies and partners.`,
    tags: ['GraphQL'],
    ...(isGet ? { querystring: getQuery } : { body: request }),
    response: { 200: answer, ...errorResponses(new Set(codes)) },
  }
}
