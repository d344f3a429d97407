import type { GraphiQLProps } from 'graphiql'
import { ownAddress } from './own-address.ts'

type Fetcher = GraphiQLProps['fetcher']
type Answer = { data?: unknown; errors?: { message: string }[] }

/** What became of asking for the schema: nothing to say, or the server's error text. */
export type SchemaOutcome = { error?: string }

/**
 * A fetcher that posts to the page's own address with the key in `apiKeyHeader`. It reports each
 * answer to the schema query; for all others the answer is shown as it came, errors included.
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
      const answer = await post(headers, request)
      if (!answer.data) throw new Error(errorText(answer))
      reportSchema({})
      return answer
    } catch (error) {
      reportSchema({ error: (error as Error).message })
      throw error
    }
  }
}

async function post(headers: Record<string, string>, request: unknown): Promise<Answer> {
  const response = await fetch(ownAddress(), {
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

function errorText(answer: Answer): string {
  const messages = answer.errors?.map(error => error.message).filter(Boolean) ?? []
  return messages.join('\n') || 'The server sent no schema.'
}
