import type { FastifyRequest } from 'fastify'
import type { Run } from '../../db/database.ts'
import type { Marks } from '../../db/marks/marks-of.ts'

/** What of a request is expected: see `Expectation`. */
interface Parts {
  marksBefore: Marks | null
  along(run: Run): Run
}

/**
 * A request that is read for before it is let in: nothing of that is sent, kept or told anybody
 * before {@link confirm} has let it in.
 */
export class Expected {
  readonly along: Parts['along']
  readonly marksBefore: Parts['marksBefore']
  readonly #letIn: () => Promise<boolean>
  #confirming: Promise<boolean> | null = null
  isConfirmed = false

  /** @param letIn admits and counts the request, and says whether it is as expected */
  constructor(expectation: Parts, letIn: () => Promise<boolean>) {
    this.along = run => expectation.along(run)
    this.marksBefore = expectation.marksBefore
    this.#letIn = letIn
  }

  /**
   * Lets the request in, once.
   *
   * @returns whether what was read for it may be used; else it is to be read for as if nothing had
   *   been
   * @throws ApiError what refuses it
   */
  async confirm(): Promise<boolean> {
    this.#confirming ??= this.#letIn().finally(() => {
      this.isConfirmed = true
    })
    return this.#confirming
  }
}

/** Refuses what failed before its request was let in as that is refused, if it is. */
export async function refusalOr(error: unknown, { expected }: FastifyRequest): Promise<unknown> {
  if (!expected || expected.isConfirmed) return error
  try {
    await expected.confirm()
    return error
  } catch (refusal) {
    return refusal
  }
}

/** Undefined: nothing is about to be sent to whom nobody has let in. */
export function unconfirmed({ expected }: FastifyRequest): Error | undefined {
  if (!expected || expected.isConfirmed) return undefined
  return new Error('A response was built for an unauthenticated request')
}
