/** Keyboard shortcuts for selected nights, or for the focused stay. */
import { may, useSession } from '../../api/session.tsx'
import { type ActionKey, actionKeys } from '../grid/gestures/cell-keys.ts'
import type { Placement } from '../placement.ts'
import type { Selection } from '../selection.ts'
import { useHasQuotes, useQuotePage } from './action-bar.tsx'
import type { SelectionAction, useInteraction } from './use-interaction.ts'

type Actions = Pick<ReturnType<typeof useInteraction>, 'move' | 'proposePlacement' | 'openForm'>

export function useKeyActions({ move, proposePlacement, openForm }: Actions) {
  const session = useSession()
  const openQuotePage = useQuotePage()
  const hasQuotes = useHasQuotes()
  return (key: ActionKey, stay: Placement | null, selection: Selection | null) => {
    if (stay) {
      // `m` moves a stay; the other keys need selected nights.
      if (key === 'm' && proposePlacement) move(stay)
      return
    }
    const action: SelectionAction = actionKeys[key]
    if (!selection) return
    if (action === 'price' || action === 'minimum' || action === 'arrivals') {
      if (may(session, 'selling:write')) openForm(action, selection)
    } else if (may(session, 'bookings:write')) {
      if (action === 'block') openForm(action, selection)
      else if (hasQuotes && selection.lines.length === 1) openQuotePage(action, selection)
    }
  }
}
