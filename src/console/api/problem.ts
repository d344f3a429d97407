/** Errors of API requests. */

interface ProblemBody {
  code: string
  /** Error message of the server, in English. */
  apiErrorMessage: string
  /** Report number of the error, for support. */
  uid?: string
  parameter?: string
  requires?: string
  /** Details, if there are several errors or a nested one. */
  errors?: { field: string; code: string; message: string }[]
  /** Further members, by code (contract/general.md §7). */
  [member: string]: unknown
}

/** Error response of the server. Its message is the server's, in English. */
export class ApiProblem extends Error {
  readonly status: number
  readonly body: ProblemBody
  /** `Retry-After` in seconds. */
  readonly retryAfter: number | null
  /** ETag of `current`, with `CHANGED_MEANWHILE`. */
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

/**
 * Returns true for an edit conflict: the object changed after it was read (contract/general.md
 * §14).
 */
export function isEditConflict(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.body.code === 'CHANGED_MEANWHILE'
}

/** Network error: there is no response. */
export class Unreachable extends Error {}

/** Returns true if a dynamic import failed to load. Each browser has its own error text. */
export function isImportError(error: unknown): boolean {
  const pattern = /dynamically imported module|Importing a module script failed/i
  return error instanceof TypeError && pattern.test(error.message)
}

export async function readProblem(response: Response): Promise<ApiProblem> {
  const retryAfterSeconds = Number(response.headers.get('retry-after'))
  const uid = response.headers.get('x-request-id')
  const bodyWithoutJson = { code: String(response.status), apiErrorMessage: response.statusText }
  const body = await response.json().catch(() => bodyWithoutJson)
  return new ApiProblem(
    response.status,
    { ...(uid ? { uid } : {}), ...body },
    {
      retryAfter: retryAfterSeconds > 0 ? retryAfterSeconds : null,
      etag: response.headers.get('etag') ?? undefined,
    },
  )
}

/** Error of a field: a code and the server's message. */
export interface FieldProblem {
  code: string
  message: string
}

/**
 * Returns the error of a field by its path in the body, such as `guestInformation.email`, or null.
 */
export function findFieldProblem(error: unknown, path: string): FieldProblem | null {
  if (!(error instanceof ApiProblem)) return null
  const { errors = [], parameter, code } = error.body
  const fieldError = errors.find(({ field }) => field === path)
  return fieldError ?? (parameter === path ? { code, message: error.message } : null)
}

/** Returns true for a transient error: the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiProblem) {
    const { status, body } = error
    return status === 429 || status >= 500 || body.code === 'IDEMPOTENCY_IN_PROGRESS'
  }
  return error instanceof Unreachable
}
