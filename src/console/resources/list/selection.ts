/** Selected rows of a list. */
import { useRef, useState } from 'react'
import { useKeys } from '../../ui/keys.ts'
import type { Item } from '../resource.ts'

export interface Selection {
  uids: ReadonlySet<string>
  /** Selects or deselects a row; with `isRange` all rows from the last one on. */
  toggle: (uid: string, isRange: boolean) => void
  toggleAll: (items: readonly Item[]) => void
  set: (uids: readonly string[]) => void
}

const none: ReadonlySet<string> = new Set()

/** State of the selection; `x` selects the focused row, Shift and `x` a range. */
export function useSelection(items: readonly Item[]): Selection {
  const [uids, setUids] = useState(none)
  const lastUid = useRef<string | null>(null)
  const toggle = (uid: string, isRange: boolean) => {
    const isOn = !uids.has(uid)
    const order = items.map(item => item.uid)
    const [from, to] = [order.indexOf(lastUid.current ?? uid), order.indexOf(uid)]
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
    const changed = new Set(isRange && from >= 0 ? range : [uid])
    lastUid.current = uid
    setUids(new Set([...[...uids].filter(other => !changed.has(other)), ...(isOn ? changed : [])]))
  }
  const toggleFocused = ({ shiftKey }: KeyboardEvent) => {
    const uid = (document.activeElement as HTMLElement | null)?.dataset.uid
    if (uid && items.some(item => item.uid === uid)) toggle(uid, shiftKey)
  }
  useKeys({ x: toggleFocused })
  return {
    uids,
    toggle,
    toggleAll: all => {
      const areAllOn = all.every(({ uid }) => uids.has(uid))
      setUids(new Set(areAllOn ? [] : all.map(({ uid }) => uid)))
    },
    set: next => setUids(next.length === 0 ? none : new Set(next)),
  }
}
