import { type Toast, undoAction } from '../ui/toasts.ts'

interface Assigned {
  /** Name of the assigned object in toasts. */
  name: string
  /** Uid of an employee, or null for none. */
  to: string | null
  namesByUid: ReadonlyMap<string, string>
  undo: () => Promise<unknown>
}

/** Creates the toast of an assignment, with an undo action. */
export function assignedToast({ name, to, namesByUid, undo }: Assigned): Toast {
  return {
    text: toasts =>
      to === null ? toasts.unassigned(name) : toasts.assigned(name, namesByUid.get(to) ?? '…'),
    actions: [undoAction(undo)],
  }
}
