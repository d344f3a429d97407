/** Delayed writes as a row shows them, with their toasts. */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import {
  type DelayedState,
  type DelayedWrite,
  delay,
  delayedOf,
  onDelayed,
  undoDelayed,
} from '../../api/delayed.ts'
import type { ToastWords } from '../../words/toasts/en.ts'
import { closeToast, showToast } from '../toasts/toasts.ts'

/** Returns the pending or last write of this page to an object. */
export function useDelayed(object: string) {
  return useSyncExternalStore(onDelayed, () => delayedOf(object))
}

/** Returns whether a write has ended. */
export function isSettled(state: DelayedState): boolean {
  return state === 'done' || state === 'refused' || state === 'undone'
}

type Doing = keyof ToastWords['doing']

interface ToldWrite extends Omit<DelayedWrite, 'action'> {
  action: Doing
  /** Name of the object in toasts. */
  what: string
  /** Reads that it makes stale. */
  reads: readonly string[]
}

let last = 0

/** Returns what sends a write later, with a toast that says how it goes and takes it back. */
export function useDelay() {
  const client = useQueryClient()
  return ({ what, reads, ...write }: ToldWrite) => {
    const { action } = write
    const id = `delayed ${++last}`
    const undo = () => undoDelayed(write.object)
    delay(write, ({ state, isUndoable, error }) => {
      const actions = isUndoable ? [{ text: (words: ToastWords) => words.undo, run: undo }] : []
      const doing = (words: ToastWords) => words.doing[action](what)
      if (state === 'waiting') showToast({ text: doing, actions, isPending: true }, id)
      else if (state === 'sending') showToast({ text: doing, isPending: true }, id)
      else if (state === 'offline') {
        const text = (words: ToastWords) => `${doing(words)} ${words.waiting}`
        showToast({ text, actions, isPending: true }, id)
      } else if (state === 'undone') closeToast(id)
      else if (state === 'done') showToast({ text: words => words.did[action](what) }, id)
      else showToast({ text: words => words.failed[action](what), error }, id)
      if (state !== 'done' && state !== 'refused') return
      for (const read of reads) void client.invalidateQueries({ queryKey: [read] })
    })
  }
}
