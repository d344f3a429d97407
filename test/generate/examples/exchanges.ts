/** Recorded requests and responses, and the operation of a document for each. */
import type { Document, Operation } from '../../../src/platform/openapi/document-shape.ts'
import type { TestResponse, TestServer } from '../../support/server.ts'

export interface Exchange {
  method: string
  /** Path with its query. */
  path: string
  body: unknown
  response: TestResponse
}

export function withRecorder<T extends TestServer>(
  server: T,
  onExchange: (exchange: Exchange) => void,
): T {
  const request: TestServer['request'] = async (method, path, options = {}) => {
    const response = await server.request(method, path, options)
    onExchange({ method, path, body: options.body, response })
    return response
  }
  return { ...server, request }
}

/** Returns a function that finds the operation of a method and path. */
export function operationFinder({ paths }: Document) {
  const operations = Object.entries(paths)
    .sort(([a], [b]) => countParameters(a) - countParameters(b))
    .map(([path, item]) => [pathPattern(path), item] as const)
  return (method: string, path: string): Operation | undefined =>
    operations.find(([pattern, item]) => pattern.test(path) && method.toLowerCase() in item)?.[1][
      method.toLowerCase()
    ]
}

const countParameters = (path: string) => path.split('{').length

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}
