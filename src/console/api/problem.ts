/** What goes wrong with a call. */

interface ProblemBody {
  code: string
  /** What went wrong, in the server's words. */
  apiErrorMessage: string
  /** What a report of it names. */
  uid?: string
  parameter?: string
  requires?: string
  /** Where more than one thing is wrong, or a nested one. */
  errors?: { field: string; code: string; message: string }[]
  /** Further members by the code: contract/general.md §7. */
  [member: string]: unknown
}

/** A refusal of the server; its message is in the server's own words, which are English. */
export class ApiProblem extends Error {
  readonly status: number
  readonly body: ProblemBody
  /** After how many seconds to try again. */
  readonly retryAfter: number | null
  /** Of `CHANGED_MEANWHILE`: the state of `current`. */
  readonly etag: string | undefined

  constructor(
    status: number,
    body: ProblemBody,
    { retryAfter = null, etag }: { retryAfter?: number | null; etag?: string | undefined } = {},
  ) {
    super(body.apiErrorMessage)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
    this.etag = etag
  }
}

/** Somebody else changed the object since it was read: contract/general.md §14. */
export function isChangedMeanwhile(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.body.code === 'CHANGED_MEANWHILE'
}

/** No answer: the server or the way to it is down. */
export class Unreachable extends Error {}

/** Whether a part of the program could not be loaded, in the words of each browser. */
export function isUnloaded(error: unknown): boolean {
  const says = /dynamically imported module|Importing a module script failed/i
  return error instanceof TypeError && says.test(error.message)
}

export async function readProblem(response: Response): Promise<ApiProblem> {
  const seconds = Number(response.headers.get('retry-after'))
  const uid = response.headers.get('x-request-id')
  const unreadable = { code: String(response.status), apiErrorMessage: response.statusText }
  const body = await response.json().catch(() => unreadable)
  return new ApiProblem(
    response.status,
    { ...(uid ? { uid } : {}), ...body },
    {
      retryAfter: seconds > 0 ? seconds : null,
      etag: response.headers.get('etag') ?? undefined,
    },
  )
}

/** What the server says of a field. */
export interface FieldProblem {
  code: string
  message: string
}

/** What is wrong with a field, by its path in the body, such as `guestInformation.email`. */
export function problemOfField(error: unknown, path: string): FieldProblem | null {
  if (!(error instanceof ApiProblem)) return null
  const { errors = [], parameter, code } = error.body
  const said = errors.find(({ field }) => field === path)
  return said ?? (parameter === path ? { code, message: error.message } : null)
}

/** Whether the same call may succeed a little later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiProblem) {
    const { status, body } = error
    return status === 429 || status >= 500 || body.code === 'IDEMPOTENCY_IN_PROGRESS'
  }
  return error instanceof Unreachable
}
