/** What goes wrong, by the server's codes where there is more to be said than what kind it is. */
export const problem = {
  ended: 'Your session has ended',
  endedText: 'What you typed is still here. Sign in in a new tab, then try again.',
  signIn: 'Sign in in a new tab',
  title: 'This did not work',
  unreachable: 'The server cannot be reached. Your connection may be down.',
  forbidden: 'Your role does not allow this.',
  broken: 'Something on this page is broken.',
  again: 'Try again',
  reload: 'Load anew',
  copy: 'Copy',
  copied: 'Copied',
  number: 'Number of the report',
  isNow: (status: string) => `The lead is “${status}” now, which does not allow this.`,
  codes: {
    LEAD_NOT_FOUND: 'There is no such lead, or it is deleted.',
    RATE_LIMITED: 'That was too much at once. Wait a moment.',
  },
  kinds: {
    input: 'The server does not accept this as it is.',
    denied: 'You have no access to this.',
    missing: 'This does not exist, or does not exist any more.',
    conflict: 'As things are now, this cannot be done.',
    server: 'The server could not do this. Try again in a moment.',
  },
  /** Of what was typed into a field. */
  fields: {
    REQUIRED_PARAMETER: 'This is missing.',
    other: 'This does not fit.',
  },
}

export type ProblemWords = typeof problem
