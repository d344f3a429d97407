/** Toasts: short messages about a write, with at most two actions. */
import type { ToastTranslations } from '../i18n/toasts/en.ts'

export interface ToastAction {
  text: (texts: ToastTranslations) => string
  run: () => void
}

export interface Toast {
  text: (texts: ToastTranslations) => string
  actions?: readonly ToastAction[]
  /** Cause of a failure. The toast stays until the user closes it. */
  error?: unknown
  /** True while a write is pending: the toast stays until it is replaced. */
  isPending?: boolean
}

export interface VisibleToast extends Toast {
  id: string
}

const visibleMax = 3
const noToasts: readonly VisibleToast[] = []
let visible = noToasts
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a toast, or replaces the one with the same id. If there are too many, drops the oldest one
 * that is neither an error nor pending.
 */
export function addToast(toast: Toast, id = `toast ${++lastId}`): void {
  const next = { ...toast, id }
  const isReplacing = visible.some(other => other.id === id)
  const nextToasts = isReplacing
    ? visible.map(other => (other.id === id ? next : other))
    : [...visible, next]
  const oldestRemovable =
    nextToasts.find(other => !other.error && !other.isPending && other !== next) ?? nextToasts[0]
  setVisible(
    nextToasts.length > visibleMax
      ? nextToasts.filter(other => other !== oldestRemovable)
      : nextToasts,
  )
}

export function closeToast(id: string): void {
  if (visible.some(other => other.id === id)) setVisible(visible.filter(other => other.id !== id))
}

/** Creates the undo action of a write, which reports its own result in a toast. */
export function undoAction(reverse: () => Promise<unknown>): ToastAction {
  return {
    text: texts => texts.undo,
    run: () => {
      reverse().then(
        () => addToast({ text: texts => texts.undone }),
        error => addToast({ text: texts => texts.notUndone, error }),
      )
    },
  }
}

export function visibleToasts(): readonly VisibleToast[] {
  return visible
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setVisible(next: readonly VisibleToast[]): void {
  visible = next.length === 0 ? noToasts : next
  for (const listener of listeners) listener()
}
