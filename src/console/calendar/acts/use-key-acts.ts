/** What a letter does: with nights that are chosen, or with the stay that has the focus. */
import { may, useSession } from '../../api/session.tsx'
import { type ActKey, actKeys } from '../grid/gestures/cell-keys.ts'
import type { Placing } from '../placing.ts'
import type { Selection } from '../selection.ts'
import { useHasQuotes, useQuotePage } from './act-bar.tsx'
import type { SelectionAct, useActing } from './use-acting.ts'

type Acting = Pick<ReturnType<typeof useActing>, 'move' | 'place' | 'open'>

export function useKeyActs({ move, place, open }: Acting) {
  const session = useSession()
  const quote = useQuotePage()
  const hasQuotes = useHasQuotes()
  return (key: ActKey, stay: Placing | null, selection: Selection | null) => {
    if (stay) {
      if (key === 'm' && place) move(stay)
      return
    }
    const act: SelectionAct = actKeys[key]
    if (!selection) return
    if (act === 'price' || act === 'minimum' || act === 'arrivals') {
      if (may(session, 'selling:write')) open(act, selection)
    } else if (may(session, 'bookings:write')) {
      if (act === 'block') open(act, selection)
      else if (hasQuotes && selection.lines.length === 1) quote(act, selection)
    }
  }
}
