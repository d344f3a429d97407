/** Tabs and history, stored by the page's path: endpoints of one server have different schemas. */

export interface Draft {
  id: number
  query: string
  /** JSON text, possibly empty or invalid. */
  variables: string
}

export interface Work {
  tabs: Draft[]
  /** Id of the visible tab. */
  active: number
  /** Requests that were sent, the latest first. */
  history: Draft[]
}

const historyMax = 50
const name = `query-page:${location.pathname}:work`

export function newDraft(query: string, variables = ''): Draft {
  // Two tabs may be opened within a millisecond.
  return { id: Date.now() + Math.random(), query, variables }
}

/** Returns the stored work, or one tab with the default query. */
export function loadWork(defaultQuery: string): Work {
  try {
    const stored: Work = JSON.parse(localStorage.getItem(name) ?? '')
    const isComplete = [...stored.tabs, ...stored.history].every(isDraft)
    if (isComplete && stored.tabs.some(({ id }) => id === stored.active)) return stored
  } catch {
    // Nothing is stored, or by another release, or storage is switched off.
  }
  const first = newDraft(defaultQuery)
  return { tabs: [first], active: first.id, history: [] }
}

export function saveWork(work: Work): void {
  try {
    localStorage.setItem(name, JSON.stringify(work))
  } catch {
    // Storage is full or switched off; the page works without it.
  }
}

/** Adds a request to the front of the history, and removes an equal one from the rest. */
export function withRequest(history: Draft[], { query, variables }: Draft): Draft[] {
  const others = history.filter(one => one.query !== query || one.variables !== variables)
  return [newDraft(query, variables), ...others].slice(0, historyMax)
}

function isDraft({ id, query, variables }: Draft): boolean {
  return typeof id === 'number' && typeof query === 'string' && typeof variables === 'string'
}
