/** Hooks for delayed writes and their toasts. */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import {
  type DelayedState,
  type DelayedWrite,
  findDelayed,
  onDelayed,
  scheduleWrite,
  undoDelayed,
} from '../../api/delayed.ts'
import type { ToastTranslations } from '../../i18n/toasts/en.ts'
import { addToast, closeToast } from '../../ui/toasts.ts'

/** Returns the latest delayed write of this page to an object, whatever its state. */
export function useDelayed(object: string) {
  return useSyncExternalStore(onDelayed, () => findDelayed(object))
}

export function hasEnded(state: DelayedState): boolean {
  return state === 'done' || state === 'refused' || state === 'undone'
}

type DelayedAction = keyof ToastTranslations['pending']

interface WriteWithToast extends Omit<DelayedWrite, 'action'> {
  action: DelayedAction
  /** Name of the object in toasts. */
  name: string
  /** Queries to invalidate. */
  reads: readonly string[]
}

let lastToastNumber = 0

/**
 * Returns a function that schedules a write, with a toast that shows its progress and can undo it.
 */
export function useDelay() {
  const client = useQueryClient()
  return ({ name, reads, ...write }: WriteWithToast) => {
    const { action } = write
    const id = `delayed ${++lastToastNumber}`
    const undo = () => undoDelayed(write.object)
    scheduleWrite(write, ({ state, isUndoable, error }) => {
      const actions = isUndoable
        ? [{ text: (texts: ToastTranslations) => texts.undo, run: undo }]
        : []
      const pendingText = (texts: ToastTranslations) => texts.pending[action](name)
      if (state === 'waiting') addToast({ text: pendingText, actions, isPending: true }, id)
      else if (state === 'sending') addToast({ text: pendingText, isPending: true }, id)
      else if (state === 'offline') {
        const text = (texts: ToastTranslations) => `${pendingText(texts)} ${texts.waiting}`
        addToast({ text, actions, isPending: true }, id)
      } else if (state === 'undone') closeToast(id)
      else if (state === 'done') addToast({ text: texts => texts.succeeded[action](name) }, id)
      else addToast({ text: texts => texts.failed[action](name), error }, id)
      if (state !== 'done' && state !== 'refused') return
      for (const queryName of reads) void client.invalidateQueries({ queryKey: [queryName] })
    })
  }
}
