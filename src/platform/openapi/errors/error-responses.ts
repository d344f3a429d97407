import { STATUS_CODES } from 'node:http'
import type { Operation, Response } from '../document-shape.ts'
import { pascal } from '../shapes.ts'

const retryAfter = {
  'Retry-After': {
    description: 'Time to wait before the next request, in seconds.',
    schema: { type: 'integer' },
  },
}

/**
 * Collects error responses as components, one for each distinct set of codes of a status. The set
 * that most operations have is named by its status, `NotFound`, another one by its first operation
 * besides, `CreateLeadConflict`.
 */
export class ErrorResponses {
  readonly shared: Record<string, Response> = {}
  readonly #names = new Map<string, string>()

  constructor(operations: Operation[]) {
    const all = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, response]) => ({ operationId, status, response })),
    )
    for (const [status, ofStatus] of Map.groupBy(all, ({ status }) => status)) {
      const sets = [...Map.groupBy(ofStatus, ({ response }) => keyOf(status, response))]
      const [usual] = sets.toSorted(([, a], [, b]) => b.length - a.length)
      for (const [key, [first]] of sets) {
        const word = pascal(STATUS_CODES[status]!)
        const name = key === usual![0] ? word : `${pascal(first!.operationId)}${word}`
        this.#names.set(key, name)
        this.shared[name] = {
          description: first!.response.description,
          ...(['429', '503'].includes(status) ? { headers: retryAfter } : {}),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
        }
      }
    }
  }

  /** Returns the reference to the component of an error response. */
  place(status: string, response: Response): Response {
    const name = this.#names.get(keyOf(status, response))!
    return { $ref: `#/components/responses/${name}` } as unknown as Response
  }
}

/** The order of codes does not matter. */
function keyOf(status: string, { description }: Response): string {
  return `${status} ${description.split(', ').sort().join(', ')}`
}
