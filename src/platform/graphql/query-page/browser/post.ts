import type { GraphiQLProps } from 'graphiql'
import { pageUrl } from './own-address.ts'

type Fetcher = GraphiQLProps['fetcher']
type GraphQLResponse = { data?: unknown; errors?: { message: string }[] }

/** Result of loading the schema: empty, or the error text of the server. */
export type SchemaOutcome = { error?: string }

/**
 * Creates a fetcher that posts to the page's own URL with the key in `apiKeyHeader`. It reports the
 * result of introspection. Other responses are displayed unchanged, including errors.
 */
export function createFetcher(
  apiKeyHeader: string,
  key: string,
  reportSchema: (outcome: SchemaOutcome) => void,
): Fetcher {
  const headers = key ? { [apiKeyHeader]: key } : {}
  return async request => {
    if (request.operationName !== 'IntrospectionQuery') return post(headers, request)
    try {
      const response = await post(headers, request)
      if (!response.data) throw new Error(errorText(response))
      reportSchema({})
      return response
    } catch (error) {
      reportSchema({ error: (error as Error).message })
      throw error
    }
  }
}

async function post(headers: Record<string, string>, request: unknown): Promise<GraphQLResponse> {
  const response = await fetch(pageUrl(), {
    method: 'POST',
    headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(request),
    credentials: 'omit',
    cache: 'no-store',
  })
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { errors: [{ message: `${response.status} ${text || response.statusText}` }] }
  }
}

function errorText(response: GraphQLResponse): string {
  const messages = response.errors?.map(error => error.message).filter(Boolean) ?? []
  return messages.join('\n') || 'The server sent no schema.'
}
