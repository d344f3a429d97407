/** Error messages: by error code, or by kind of status if a code has none of its own. */
export const problem = {
  ended: 'Your session has ended',
  endedText: 'Your entries are still here. Sign in again in a new tab, then retry.',
  signIn: 'Sign in (new tab)',
  title: 'Something went wrong',
  unreachable: 'Can’t reach the server. Check your connection.',
  forbidden: 'Your role does not allow this. Ask an administrator.',
  broken: 'This page hit an error.',
  again: 'Retry',
  reload: 'Reload',
  copy: 'Copy',
  copied: 'Copied',
  number: 'Error ID',
  isNow: (status: string) => `This is not possible while the status is “${status}”.`,
  lastAdmin: 'The agency needs one active administrator. Make another member administrator first.',
  codes: {
    LEAD_NOT_FOUND: 'Reservation not found. It may have been deleted.',
    RATE_LIMITED: 'Too many requests. Try again in a moment.',
  },
  kinds: {
    input: 'Please check the highlighted fields.',
    denied: 'You don’t have access to this.',
    missing: 'This no longer exists.',
    conflict: 'This has changed – reload and try again.',
    server: 'The server had a problem. Try again in a moment.',
  },
  /** Errors of form fields. */
  fields: {
    REQUIRED_PARAMETER: 'Required',
    other: 'Not a valid value',
  },
}

export type ProblemTranslations = typeof problem
