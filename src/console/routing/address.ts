/** State of the pages in the URL, which can be shared, restored, and navigated back to. */
import { createContext, useCallback, useContext, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

type Parameters = Record<string, string | null>

/** Base path of the console. */
export const base = '/console'

/**
 * Paths of all pages. A context avoids import cycles: components of a page cannot import the page
 * list.
 */
export const PathsContext = createContext<ReadonlySet<string>>(new Set())

export function useHasPage(path: string): boolean {
  return useContext(PathsContext).has(path)
}

/**
 * Reads the state of a page from the URL and returns it with a function that changes it. A null
 * parameter is removed; `replace` adds no history entry.
 */
export function useAddress<T>(read: (search: URLSearchParams) => T) {
  const search = useSearch()
  const [, navigate] = useLocation()
  const state = useMemo(() => read(new URLSearchParams(search)), [search, read])
  const change = useCallback(
    (parameters: Parameters, { replace = false } = {}) => {
      const next = changeSearch(location.search, parameters)
      if (next !== location.search) navigate(currentPath() + next, { replace })
    },
    [navigate],
  )
  return [state, change] as const
}

export type ChangeAddress = (parameters: Parameters, options?: { replace?: boolean }) => void

/** Parameters of the open lead; they are removed with it. */
const leadParameters = ['act', 'add', 'tab']

function changeSearch(search: string, parameters: Parameters): string {
  const next = new URLSearchParams(search)
  // Also if another lead is opened: its panel starts without them.
  if ('reservation' in parameters) for (const name of leadParameters) next.delete(name)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const query = next.toString()
  return query === '' ? '' : `?${query}`
}

function currentPath(): string {
  return location.pathname.slice(base.length) || '/'
}
