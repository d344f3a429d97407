import { pageUrl } from './own-address.ts'

export interface GraphQLRequest {
  query: string
  variables?: unknown
  operationName?: string
}

export type GraphQLResponse = { data?: unknown; errors?: { message: string }[] }

/** Posts a request to the page's own URL. */
export type Post = (request: GraphQLRequest) => Promise<GraphQLResponse>

/** Result of loading the schema: empty, or the error text of the server. */
export type SchemaOutcome = { error?: string }

/**
 * Creates a function that posts with the key in `apiKeyHeader`. It returns errors, and does not
 * throw them.
 */
export function createPost(apiKeyHeader: string, key: string): Post {
  const headers = key ? { [apiKeyHeader]: key } : {}
  return async request => {
    try {
      return await post(headers, request)
    } catch (error) {
      return { errors: [{ message: `No response: ${(error as Error).message}` }] }
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

export function errorText(response: GraphQLResponse): string {
  const messages = response.errors?.map(error => error.message).filter(Boolean) ?? []
  return messages.join('\n') || 'The server sent no schema.'
}
