/** Current action in the calendar: selecting nights, moving a stay, or filling in a form. */
import { useCallback, useRef, useState } from 'react'
import type { ChangeAddress } from '../../routing/address.ts'
import { closeForms } from '../../routing/unsaved.ts'
import type { ActionKey, actionKeys } from '../grid/gestures/cell-keys.ts'
import type { Obstacle } from '../grid/overlays.tsx'
import type { PlacedStay } from '../nights.ts'
import type { Placement } from '../placement.ts'
import type { Selection } from '../selection.ts'

export type SelectionAction = (typeof actionKeys)[ActionKey] | 'history'

export type Interaction =
  | { kind: 'idle' }
  | { kind: 'selected'; selection: Selection }
  | { kind: 'form'; action: SelectionAction; selection: Selection; minimum: number | null }
  | { kind: 'moving'; placement: Placement }
  | { kind: 'change'; placement: Placement }

const idle: Interaction = { kind: 'idle' }
const noObstacles: readonly Obstacle[] = []

/** @param mayChange whether the user may change stays */
export function useInteraction(change: ChangeAddress, mayChange: boolean) {
  const [current, setCurrent] = useState<Interaction>(idle)
  const [obstacles, setObstacles] = useState(noObstacles)
  const draggedStay = useRef<PlacedStay | null>(null)
  const setNow = useCallback(
    (next: Interaction) => {
      setCurrent(next)
      setObstacles(noObstacles)
      // A form replaces the open panel.
      if (next.kind !== 'idle') change({ reservation: null }, { replace: true })
    },
    [change],
  )
  /** A form with input is closed only after confirmation. */
  const replace = useCallback((next: Interaction) => closeForms(() => setNow(next)), [setNow])
  const cancel = useCallback(() => replace(idle), [replace])
  /** Closes a form that has completed or is cancelled, without confirmation. */
  const finish = useCallback(() => setNow(idle), [setNow])
  /** Clears selected nights when a lead opens; the input of a form is retained. */
  const clearSelection = useCallback(
    () => setCurrent(old => (old.kind === 'selected' || old.kind === 'moving' ? idle : old)),
    [],
  )
  const select = useCallback(
    (selection: Selection | null) => replace(selection ? { kind: 'selected', selection } : idle),
    [replace],
  )
  const move = useCallback(
    (placement: Placement | null) => replace(placement ? { kind: 'moving', placement } : idle),
    [replace],
  )
  const leadUid = current.kind === 'change' ? current.placement.stay.leadUid : null
  const proposePlacement = useCallback(
    (placement: Placement) => {
      // The form of the same stay remains open, so it needs no confirmation.
      const isSameStay = placement.stay.leadUid === leadUid
      ;(isSameStay ? setNow : replace)({ kind: 'change', placement })
    },
    [setNow, replace, leadUid],
  )
  const openForm = useCallback(
    (action: SelectionAction, selection: Selection, minimum: number | null = null) =>
      replace({ kind: 'form', action, selection, minimum }),
    [replace],
  )
  const isFormOpen = current.kind === 'form' || current.kind === 'change'
  return {
    current,
    obstacles,
    draggedStay,
    setObstacles,
    cancel,
    finish,
    clearSelection,
    select,
    move,
    proposePlacement: mayChange ? proposePlacement : null,
    isFormOpen,
    openForm,
    selection: current.kind === 'selected' || current.kind === 'form' ? current.selection : null,
    moving: current.kind === 'moving' ? current.placement : null,
    placement: current.kind === 'moving' || current.kind === 'change' ? current.placement : null,
  }
}
