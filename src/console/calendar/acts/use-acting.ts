/** What somebody is doing in the calendar: choosing nights, moving a stay, or answering a form. */
import { useCallback, useRef, useState } from 'react'
import type { ChangeAddress } from '../../address.ts'
import { closeForms } from '../../kit/unsaved.ts'
import type { ActKey, actKeys } from '../grid/gestures/cell-keys.ts'
import type { Obstacle } from '../grid/marks.tsx'
import type { PlacedStay } from '../nights.ts'
import type { Placing } from '../placing.ts'
import type { Selection } from '../selection.ts'

export type SelectionAct = (typeof actKeys)[ActKey] | 'history'

export type Acting =
  | { kind: 'nothing' }
  | { kind: 'chosen'; selection: Selection }
  | { kind: 'form'; act: SelectionAct; selection: Selection; minimum: number | null }
  | { kind: 'moving'; placing: Placing }
  | { kind: 'change'; placing: Placing }

const nothing: Acting = { kind: 'nothing' }
const free: readonly Obstacle[] = []

/** @param mayChange whether somebody may change stays */
export function useActing(change: ChangeAddress, mayChange: boolean) {
  const [acting, setActing] = useState<Acting>(nothing)
  const [obstacles, setObstacles] = useState(free)
  const carried = useRef<PlacedStay | null>(null)
  const set = useCallback(
    (next: Acting) => {
      setActing(next)
      setObstacles(free)
      // What was beside the calendar gives way to a form.
      if (next.kind !== 'nothing') change({ lead: null }, { replace: true })
    },
    [change],
  )
  /** What was typed into a form is not thrown away unasked. */
  const turn = useCallback((next: Acting) => closeForms(() => set(next)), [set])
  const cancel = useCallback(() => turn(nothing), [turn])
  /** The form has done what it is for, or is given up. */
  const finish = useCallback(() => set(nothing), [set])
  /** Nights that were chosen make room for a lead; what was typed into a form stays. */
  const leave = useCallback(
    () => setActing(now => (now.kind === 'chosen' || now.kind === 'moving' ? nothing : now)),
    [],
  )
  const select = useCallback(
    (selection: Selection | null) =>
      turn(selection === null ? nothing : { kind: 'chosen', selection }),
    [turn],
  )
  const move = useCallback(
    (placing: Placing | null) => turn(placing === null ? nothing : { kind: 'moving', placing }),
    [turn],
  )
  const leadUid = acting.kind === 'change' ? acting.placing.stay.leadUid : null
  const place = useCallback(
    (placing: Placing) => {
      const isSame = placing.stay.leadUid === leadUid
      ;(isSame ? set : turn)({ kind: 'change', placing })
    },
    [set, turn, leadUid],
  )
  const open = useCallback(
    (act: SelectionAct, selection: Selection, minimum: number | null = null) =>
      turn({ kind: 'form', act, selection, minimum }),
    [turn],
  )
  return {
    acting,
    obstacles,
    carried,
    setObstacles,
    cancel,
    finish,
    leave,
    select,
    move,
    place: mayChange ? place : null,
    isAsked: acting.kind === 'form' || acting.kind === 'change',
    open,
    selection: acting.kind === 'chosen' || acting.kind === 'form' ? acting.selection : null,
    moving: acting.kind === 'moving' ? acting.placing : null,
    placing: acting.kind === 'moving' || acting.kind === 'change' ? acting.placing : null,
  }
}
