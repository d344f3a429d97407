/** What can be done on the present page, for the palette to offer. */
import { useEffect, useRef } from 'react'

export interface PageAct {
  name: string
  run: () => void
}

const parts = new Map<object, () => readonly PageAct[]>()

/** A part of the page offers acts as long as it is there. */
export function usePageActs(acts: readonly PageAct[]): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    parts.set(latest, () => latest.current)
    return () => void parts.delete(latest)
  }, [])
}

/** Those of what was opened last come first. */
export function pageActs(): PageAct[] {
  return [...parts.values()].toReversed().flatMap(acts => acts())
}
