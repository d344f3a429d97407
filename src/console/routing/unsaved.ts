/** Unsaved input: asks for confirmation before navigation discards it. */
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Returns true if the form is still open at another URL. */
type StaysOpen = (next: URL) => boolean

const dirtyForms = new Map<symbol, StaysOpen>()

/** Navigation that waits for the user's decision. */
let pendingNavigation: (() => void) | null = null
const listeners = new Set<() => void>()

export function isAnythingUnsaved(): boolean {
  return dirtyForms.size > 0
}

/**
 * Asks for confirmation before a navigation that closes a form with unsaved input.
 *
 * @param staysOpen must not change while the form is open
 * @param close closes the form
 * @returns closes the form without confirmation, after it was saved or discarded
 */
export function useUnsaved(isDirty: boolean, staysOpen: StaysOpen, close = () => {}): () => void {
  const formKey = useRef(Symbol('form')).current
  // biome-ignore lint/correctness/useExhaustiveDependencies: `staysOpen` does not change
  useEffect(() => {
    if (!isDirty) return
    dirtyForms.set(formKey, staysOpen)
    return () => {
      dirtyForms.delete(formKey)
    }
  }, [isDirty])
  return () => {
    dirtyForms.delete(formKey)
    close()
  }
}

/** Returns true if a URL is on the open page, so its forms stay open. */
export function staysOnPage({ pathname }: URL): boolean {
  return pathname === location.pathname
}

/** Navigates, after confirmation if this would discard unsaved input. */
export function leavePage(to: URL, proceed: () => void): void {
  if ([...dirtyForms.values()].every(staysOpen => staysOpen(to))) proceed()
  else confirmLeaving(proceed)
}

/** Runs an action that closes forms, after confirmation if there is unsaved input. */
export function closeForms(proceed: () => void): void {
  if (dirtyForms.size === 0) proceed()
  else confirmLeaving(proceed)
}

function confirmLeaving(proceed: (() => void) | null): void {
  pendingNavigation = proceed
  for (const listener of listeners) listener()
}

/** Returns the callback of the open confirmation, or null if there is none. */
export function useLeaveConfirmation(): ((isLeaving: boolean) => void) | null {
  const proceed = useSyncExternalStore(listen, () => pendingNavigation)
  if (!proceed) return null
  return isLeaving => {
    confirmLeaving(null)
    if (!isLeaving) return
    dirtyForms.clear()
    proceed()
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Guards the Back button and the closing of the page. */
export function guardPage(): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const onUnload = (event: Event) => {
    if (isAnythingUnsaved()) event.preventDefault()
  }
  addEventListener('beforeunload', onUnload, { signal })
  // Browsers without the Navigation API go back without confirmation.
  const { navigation } = globalThis as unknown as { navigation?: NavigationLike }
  navigation?.addEventListener('navigate', event => {
    const { navigationType, cancelable, destination } = event as NavigateEventLike
    if (navigationType !== 'traverse' || !cancelable) return
    const to = new URL(destination.url)
    if ([...dirtyForms.values()].every(staysOpen => staysOpen(to))) return
    event.preventDefault()
    confirmLeaving(() => navigation.traverseTo(destination.key))
  })
  return () => controller.abort()
}

interface NavigationLike extends EventTarget {
  traverseTo(key: string): unknown
}

interface NavigateEventLike extends Event {
  navigationType: string
  destination: { url: string; key: string }
}
