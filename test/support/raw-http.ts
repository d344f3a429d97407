import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

export interface RawRequest {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** Reuses connections between requests; without an agent, each request opens its own. */
  agent?: Agent
}

/** Sends a request whose path and headers are not normalized, as `fetch` would do. */
export async function raw(
  server: { url: string },
  path: string,
  { method = 'GET', headers = {}, body, agent }: RawRequest = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const unknown = body === undefined || 'transfer-encoding' in headers
    const length = unknown ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const all = { ...length, ...headers }
    const options = { hostname, port, path, method, headers: all, agent: agent ?? false }
    const sent = request(options, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        const text = Buffer.concat(chunks).toString('utf8')
        const isJson = headers['content-type']?.includes('json') && text !== ''
        resolve({ status, headers, text, body: isJson ? JSON.parse(text) : undefined })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
