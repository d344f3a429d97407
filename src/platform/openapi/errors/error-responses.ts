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
 * Shared error responses, one for each distinct set of codes of a status. The most common set is
 * named by its status, `NotFound`, others by their first operation, `CreateLeadConflict`.
 */
export class ErrorResponses {
  readonly shared: Record<string, Response> = {}
  readonly #names = new Map<string, string>()

  constructor(operations: Operation[]) {
    const errors = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, response]) => ({ operationId, status, response })),
    )
    for (const [status, statusResponses] of Map.groupBy(errors, ({ status }) => status)) {
      const responsesByKey = [
        ...Map.groupBy(statusResponses, ({ response }) => responseKey(status, response)),
      ]
      const [mostCommon] = responsesByKey.toSorted(([, a], [, b]) => b.length - a.length)
      for (const [key, [firstUse]] of responsesByKey) {
        const statusName = pascal(STATUS_CODES[status]!)
        const name =
          key === mostCommon![0] ? statusName : `${pascal(firstUse!.operationId)}${statusName}`
        this.#names.set(key, name)
        this.shared[name] = {
          description: firstUse!.response.description,
          ...(['429', '503'].includes(status) ? { headers: retryAfter } : {}),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
        }
      }
    }
  }

  /** Returns a reference to the component of an error response. */
  reference(status: string, response: Response): Response {
    const name = this.#names.get(responseKey(status, response))!
    return { $ref: `#/components/responses/${name}` } as unknown as Response
  }
}

/** Returns a key that does not depend on the order of codes. */
function responseKey(status: string, { description }: Response): string {
  return `${status} ${description.split(', ').sort().join(', ')}`
}
