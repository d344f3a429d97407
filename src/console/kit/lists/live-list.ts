/** Lists whose rows never move under a pointer or the focus, and whose presses come one by one. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useReducer,
  useRef,
} from 'react'

const pressMs = 600

const control = 'a, button, select, summary, [role=button], [role=menuitem]'

/**
 * Ignores presses that come within 600 ms of another one, where a press writes something.
 *
 * @returns handlers of the element around the controls
 */
export function usePressGuard() {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const isIgnored = useRef(false)
  const press = (event: SyntheticEvent): void => {
    const now = performance.now()
    isIgnored.current = now - pressedAt.current < pressMs
    if (isIgnored.current) ignore(event)
    else pressedAt.current = now
  }
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      if (isControl(event.target)) press(event)
      else isIgnored.current = false
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      const isPress = event.key === 'Enter' || event.key === ' '
      if (isPress && isControl(event.target)) press(event)
    },
    // An ignored press leaves the focus where it is, too.
    onMouseDownCapture: (event: SyntheticEvent) => {
      if (isIgnored.current) ignore(event)
    },
    onClickCapture: (event: SyntheticEvent) => {
      if (isIgnored.current) ignore(event)
    },
  }
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest(control) !== null
}

function ignore(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

export interface LiveRow<Item> {
  item: Item
  /** It has left the list since the pointer came. */
  isGone: boolean
}

interface LiveListOptions<Item> {
  keyOf: (item: Item) => string
  isHeld: boolean
  /** Key of the list; a new key shows the new rows at once. */
  list?: unknown
  /** True when further rows were requested: they are added below the present ones. */
  takesMore?: boolean
}

/**
 * Holds order and membership of a list while the pointer or the focus is in it; what changes of a
 * row shows at once.
 *
 * @returns the rows, and how many new ones wait
 */
export function useLiveList<Item>(items: readonly Item[], options: LiveListOptions<Item>) {
  const { keyOf, isHeld, list, takesMore = false } = options
  const [, render] = useReducer((count: number) => count + 1, 0)
  const kept = useRef({ items, list })
  if (!isHeld || kept.current.list !== list) kept.current = { items, list }
  const now = new Map(items.map(item => [keyOf(item), item]))
  const known = new Set(kept.current.items.map(keyOf))
  if (takesMore && known.size > 0) {
    const last = items.findLastIndex(item => known.has(keyOf(item)))
    const further = last < 0 ? [] : items.slice(last + 1)
    for (const item of further) known.add(keyOf(item))
    if (further.length > 0) kept.current = { items: [...kept.current.items, ...further], list }
  }
  const rows = kept.current.items.map((old): LiveRow<Item> => {
    const item = now.get(keyOf(old))
    return item === undefined ? { item: old, isGone: true } : { item, isGone: false }
  })
  const waiting = items.filter(item => !known.has(keyOf(item))).length
  const show = () => {
    kept.current = { items, list }
    render()
  }
  return { rows, waiting, show }
}
