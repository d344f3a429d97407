/** Requests and answers as they pass, and which operation of a document each is of. */
import type { Document, Operation } from '../../../src/platform/openapi/document-shape.ts'
import type { Answer, TestServer } from '../../support/server.ts'

/** A request and its answer. */
export interface Exchange {
  method: string
  /** With its query. */
  path: string
  body: unknown
  answer: Answer
}

/** The server, whoever asks it being overheard. */
export function overheard<T extends TestServer>(server: T, hear: (one: Exchange) => void): T {
  const request: TestServer['request'] = async (method, path, options = {}) => {
    const answer = await server.request(method, path, options)
    hear({ method, path, body: options.body, answer })
    return answer
  }
  return { ...server, request }
}

/** Finds the operation of a request by its method and path. */
export function operationsOf({ paths }: Document) {
  const known = Object.entries(paths)
    .sort(([a], [b]) => braces(a) - braces(b))
    .map(([path, item]) => [patternOf(path), item] as const)
  return (method: string, path: string): Operation | undefined =>
    known.find(([pattern, item]) => pattern.test(path) && method.toLowerCase() in item)?.[1][
      method.toLowerCase()
    ]
}

const braces = (path: string) => path.split('{').length

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}
