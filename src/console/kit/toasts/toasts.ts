/** Toasts: short messages about a write, with at most two actions. */
import type { ToastWords } from '../../words/toasts/en.ts'

export interface ToastAction {
  text: (words: ToastWords) => string
  run: () => void
}

export interface Toast {
  text: (words: ToastWords) => string
  actions?: readonly ToastAction[]
  /** Reason of a failure. The toast stays until it is closed. */
  error?: unknown
  /** Stays until it is replaced, as long as a write waits. */
  isPending?: boolean
}

export interface ShownToast extends Toast {
  id: string
}

const shownMax = 3
const none: readonly ShownToast[] = []
let shown = none
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast, in place of the one with the same id; drops the oldest that would go anyway. */
export function showToast(toast: Toast, id = `toast ${++lastId}`): void {
  const next = { ...toast, id }
  const isReplacing = shown.some(one => one.id === id)
  const all = isReplacing ? shown.map(one => (one.id === id ? next : one)) : [...shown, next]
  const extra = all.find(one => !one.error && !one.isPending && one !== next) ?? all[0]
  set(all.length > shownMax ? all.filter(one => one !== extra) : all)
}

export function closeToast(id: string): void {
  if (shown.some(one => one.id === id)) set(shown.filter(one => one.id !== id))
}

/** Returns the action that takes a write back, and says so. */
export function undoBy(reverse: () => Promise<unknown>): ToastAction {
  return {
    text: words => words.undo,
    run: () => {
      reverse().then(
        () => showToast({ text: words => words.undone }),
        error => showToast({ text: words => words.notUndone, error }),
      )
    },
  }
}

export function shownToasts(): readonly ShownToast[] {
  return shown
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly ShownToast[]): void {
  shown = next.length === 0 ? none : next
  for (const listener of listeners) listener()
}
