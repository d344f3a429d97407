/** What goes wrong with a call. */

interface ProblemBody {
  code: string
  message: string
  /** What a report of it names. */
  uid?: string
  parameter?: string
  requires?: string
}

/** A refusal of the server, in its own words. */
export class ApiProblem extends Error {
  readonly status: number
  readonly body: ProblemBody
  /** After how many seconds to try again. */
  readonly retryAfter: number | null

  constructor(status: number, body: ProblemBody, retryAfter: number | null = null) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer: the server or the way to it is down. */
export class Unreachable extends Error {}

export async function readProblem(response: Response): Promise<ApiProblem> {
  const seconds = Number(response.headers.get('retry-after'))
  const uid = response.headers.get('x-request-id') ?? undefined
  const unreadable = { code: String(response.status), message: response.statusText }
  const body = await response.json().catch(() => unreadable)
  return new ApiProblem(response.status, { uid, ...body }, seconds > 0 ? seconds : null)
}

/** Whether the same call may succeed a little later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiProblem) return error.status === 429 || error.status >= 500
  return error instanceof Unreachable
}
