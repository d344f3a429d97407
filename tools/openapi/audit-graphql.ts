/**
 * Runs the GraphQL over HTTP audits against an endpoint and prints their results. Arguments:
 * address of the endpoint, key.
 */
import { argv } from 'node:process'
import { auditServer } from 'graphql-http'

const [url, key] = argv.slice(2) as string[]

function fetchWithKey(input: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('X-HOSTFULLY-APIKEY', key!)
  return fetch(input, { ...init, headers })
}

const results = await auditServer({ url: url!, fetchFn: fetchWithKey })
console.log(
  JSON.stringify(
    results.map(({ name, status, ...rest }) => ({
      name,
      status,
      ...('reason' in rest ? { reason: rest.reason } : {}),
    })),
  ),
)
