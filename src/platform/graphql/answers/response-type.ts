import type { FastifyRequest } from 'fastify'

/** The media type of GraphQL responses: GraphQL over HTTP, §6. */
export const graphQLResponseType = 'application/graphql-response+json'

const others = ['application/json', 'application/*', '*/*']

/**
 * Returns whether a client asks for the media type of GraphQL responses alone. One that takes JSON
 * or everything gets JSON, and 200 for a refused document (contract/leadsql.md §6, §7).
 */
export function wantsGraphQLResponse({ headers: { accept } }: FastifyRequest): boolean {
  if (!accept?.toLowerCase().includes(graphQLResponseType)) return false
  const taken = accept
    .toLowerCase()
    .split(',')
    .map(range => range.split(';').map(part => part.trim()))
    .filter(([, ...parameters]) => !parameters.some(one => /^q=0(\.0*)?$/.test(one)))
    .map(([type]) => type!)
  return taken.includes(graphQLResponseType) && !others.some(type => taken.includes(type))
}
