/** The address holds what is looked at: shared, restored, and gone back to. */
import { createContext, useCallback, useContext, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

type Parameters = Record<string, string | null>

/** Below this address is the console. */
export const base = '/console'

/** The paths of all pages: parts of a page cannot import the list that it is in. */
export const PathsContext = createContext<ReadonlySet<string>>(new Set())

export function useHasPage(path: string): boolean {
  return useContext(PathsContext).has(path)
}

/**
 * What a page reads of its address, and how it changes it. A parameter that is null is taken out;
 * `replace` leaves no step to go back to.
 */
export function useAddress<T>(read: (search: URLSearchParams) => T) {
  const search = useSearch()
  const [, navigate] = useLocation()
  const looked = useMemo(() => read(new URLSearchParams(search)), [search, read])
  const change = useCallback(
    (parameters: Parameters, { replace = false } = {}) => {
      const next = changed(location.search, parameters)
      if (next !== location.search) navigate(pathNow() + next, { replace })
    },
    [navigate],
  )
  return [looked, change] as const
}

export type ChangeAddress = (parameters: Parameters, options?: { replace?: boolean }) => void

/** What is open of a lead; it goes with the lead. */
const ofLead = ['act', 'add', 'tab']

function changed(search: string, parameters: Parameters): string {
  const next = new URLSearchParams(search)
  if ('lead' in parameters) for (const name of ofLead) next.delete(name)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  return text === '' ? '' : `?${text}`
}

function pathNow(): string {
  return location.pathname.slice(base.length) || '/'
}
