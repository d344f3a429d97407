/**
 * Lists whose rows do not move under the pointer or the focus, with a guard against double clicks.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useReducer,
  useRef,
} from 'react'

const pressGuardMs = 600

const controlSelector = 'a, button, select, summary, [role=button], [role=menuitem]'

/**
 * Ignores presses within `pressGuardMs` of another one, for controls that write.
 *
 * @returns event handlers for the element around the controls
 */
export function usePressGuard() {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const isPressIgnored = useRef(false)
  const press = (event: SyntheticEvent): void => {
    const now = performance.now()
    isPressIgnored.current = now - pressedAt.current < pressGuardMs
    if (isPressIgnored.current) ignore(event)
    else pressedAt.current = now
  }
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      if (isControl(event.target)) press(event)
      else isPressIgnored.current = false
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      const isPress = event.key === 'Enter' || event.key === ' '
      if (isPress && isControl(event.target)) press(event)
    },
    // An ignored press must not move the focus either.
    onMouseDownCapture: (event: SyntheticEvent) => {
      if (isPressIgnored.current) ignore(event)
    },
    onClickCapture: (event: SyntheticEvent) => {
      if (isPressIgnored.current) ignore(event)
    },
  }
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest(controlSelector) !== null
}

function ignore(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

export interface LiveRow<Item> {
  item: Item
  /** True if the row left the list while it was held. */
  isRemoved: boolean
}

interface LiveListOptions<Item> {
  getKey: (item: Item) => string
  isHeld: boolean
  /** Identity of the list; a change shows all new rows immediately. */
  list?: unknown
  /** True if the user requested further rows: they are appended even while the list is held. */
  appendsMore?: boolean
}

/**
 * Freezes the order and the rows of a list while it is held; changes within a row appear
 * immediately.
 *
 * @returns the rows, the number of new rows that wait, and a function that shows them
 */
export function useLiveList<Item>(items: readonly Item[], options: LiveListOptions<Item>) {
  const { getKey, isHeld, list, appendsMore = false } = options
  const [, render] = useReducer((count: number) => count + 1, 0)
  const snapshot = useRef({ items, list })
  if (!isHeld || snapshot.current.list !== list) snapshot.current = { items, list }
  const itemsByKey = new Map(items.map(item => [getKey(item), item]))
  const snapshotKeys = new Set(snapshot.current.items.map(getKey))
  // Items after the last visible one are the page that the user requested; others are new.
  if (appendsMore && snapshotKeys.size > 0) {
    const lastShown = items.findLastIndex(item => snapshotKeys.has(getKey(item)))
    const furtherItems = lastShown < 0 ? [] : items.slice(lastShown + 1)
    for (const item of furtherItems) snapshotKeys.add(getKey(item))
    if (furtherItems.length > 0)
      snapshot.current = { items: [...snapshot.current.items, ...furtherItems], list }
  }
  const rows = snapshot.current.items.map((old): LiveRow<Item> => {
    const item = itemsByKey.get(getKey(old))
    return item === undefined ? { item: old, isRemoved: true } : { item, isRemoved: false }
  })
  const waitingCount = items.filter(item => !snapshotKeys.has(getKey(item))).length
  const show = () => {
    snapshot.current = { items, list }
    render()
  }
  return { rows, waiting: waitingCount, show }
}
