import { type Toast, undoBy } from '../kit/toasts/toasts.ts'

interface Assigned {
  /** Name of the assigned object in toasts. */
  what: string
  /** An employee; null: none. */
  to: string | null
  nameOf: ReadonlyMap<string, string>
  undo: () => Promise<unknown>
}

/** Returns the toast of an assignment, which can be taken back. */
export function assignedToast({ what, to, nameOf, undo }: Assigned): Toast {
  return {
    text: toasts =>
      to === null ? toasts.unassigned(what) : toasts.assigned(what, nameOf.get(to) ?? '…'),
    actions: [undoBy(undo)],
  }
}
