import type { FastifyRequest } from 'fastify'

/** Media type of GraphQL responses: GraphQL over HTTP, §6. */
export const graphQLResponseType = 'application/graphql-response+json'

const jsonTypes = ['application/json', 'application/*', '*/*']

/**
 * Returns whether a client accepts only the media type of GraphQL responses. Clients that accept
 * JSON get JSON, and status 200 for an invalid document (contract/leadsql.md §6, §7).
 */
export function requiresGraphQLType({ headers: { accept } }: FastifyRequest): boolean {
  if (!accept?.toLowerCase().includes(graphQLResponseType)) return false
  const accepted = accept
    .toLowerCase()
    .split(',')
    .map(range => range.split(';').map(part => part.trim()))
    .filter(([, ...parameters]) => !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter)))
    .map(([type]) => type!)
  return accepted.includes(graphQLResponseType) && !jsonTypes.some(type => accepted.includes(type))
}
