/** What somebody has typed and not sent yet: nothing throws it away unasked. */
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Whether what was typed is still there at another address. */
type Stays = (next: URL) => boolean

const holders = new Map<symbol, Stays>()

/** Where somebody wanted to go, while they are asked. */
let waiting: (() => void) | null = null
const listeners = new Set<() => void>()

export function isAnythingUnsaved(): boolean {
  return holders.size > 0
}

/**
 * Has the page ask before it goes where `stays` says that a form is gone.
 *
 * @param stays must not change while the form is there
 * @param close what closes the form
 * @returns closes it without asking, as it was saved or is thrown away
 */
export function useUnsaved(isDirty: boolean, stays: Stays, close = () => {}): () => void {
  const holder = useRef(Symbol('form')).current
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the first render
  useEffect(() => {
    if (!isDirty) return
    holders.set(holder, stays)
    return () => {
      holders.delete(holder)
    }
  }, [isDirty])
  return () => {
    holders.delete(holder)
    close()
  }
}

/** Goes somewhere, at once or when somebody says that what they typed may go. */
export function leave(to: URL, go: () => void): void {
  if ([...holders.values()].every(stays => stays(to))) go()
  else wait(go)
}

/** Does what closes a form, at once or when somebody says that what they typed may go. */
export function closeForms(go: () => void): void {
  if (holders.size === 0) go()
  else wait(go)
}

function wait(go: (() => void) | null): void {
  waiting = go
  for (const listener of listeners) listener()
}

/** What waits for an answer: null, or what to do with the answer. */
export function useLeaving(): ((goes: boolean) => void) | null {
  const go = useSyncExternalStore(listen, () => waiting)
  if (!go) return null
  return goes => {
    wait(null)
    if (!goes) return
    holders.clear()
    go()
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Beside the links of the page: its Back button, and closing it. */
export function guardPage(): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const onUnload = (event: Event) => {
    if (isAnythingUnsaved()) event.preventDefault()
  }
  addEventListener('beforeunload', onUnload, { signal })
  // Where there is none, Back goes without asking.
  const { navigation } = globalThis as unknown as { navigation?: Navigating }
  navigation?.addEventListener('navigate', event => {
    const { navigationType, cancelable, destination } = event as NavigateEventLike
    if (navigationType !== 'traverse' || !cancelable) return
    const to = new URL(destination.url)
    if ([...holders.values()].every(stays => stays(to))) return
    event.preventDefault()
    wait(() => navigation.traverseTo(destination.key))
  })
  return () => ending.abort()
}

interface Navigating extends EventTarget {
  traverseTo(key: string): unknown
}

interface NavigateEventLike extends Event {
  navigationType: string
  destination: { url: string; key: string }
}
