/** Log of the page's API requests, which the help shows as commands. */

export interface LoggedRequest {
  method: string
  path: string
  body?: unknown
}

const requestsMax = 20

let requests: readonly LoggedRequest[] = []
const listeners = new Set<() => void>()

/** Logs a request, latest first, without duplicates. */
export function logRequest(request: LoggedRequest): void {
  const otherRequests = requests.filter(
    ({ method, path }) => method !== request.method || path !== request.path,
  )
  requests = [request, ...otherRequests].slice(0, requestsMax)
  for (const listener of listeners) listener()
}

export function clearRequestLog(): void {
  requests = []
}

export function loggedRequests(): readonly LoggedRequest[] {
  return requests
}

export function onRequestLogged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Formats a request as a curl command, with an API key instead of the session. */
export function formatCurl({ method, path, body }: LoggedRequest, origin: string): string {
  const lines = [`curl '${origin}${path}'`, `-H "X-HOSTFULLY-APIKEY: $API_KEY"`]
  if (method !== 'GET') lines.splice(1, 0, `-X ${method}`)
  if (body !== undefined) {
    lines.push(`-H 'content-type: application/json'`, `-d ${quoteForShell(JSON.stringify(body))}`)
  }
  return lines.join(' \\\n  ')
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
