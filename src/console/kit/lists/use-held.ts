/** Detection of the pointer or the focus in a part of the page that must not move then. */
import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const leaveMs = 300

/**
 * Tells whether the pointer or the focus is in a part of the page. Popovers that were opened from
 * the part belong to it.
 *
 * @returns handlers of the element that is that part
 */
export function useHeld() {
  const [isHeld, setHeld] = useState(false)
  const inside = useRef({ pointer: false, focus: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = useCallback((some: Partial<typeof inside.current>) => {
    Object.assign(inside.current, some)
    clearTimeout(timer.current)
    const { pointer, focus } = inside.current
    if (pointer || focus) setHeld(true)
    else timer.current = setTimeout(() => setHeld(false), leaveMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const lastOver = useRef<Event>(undefined)
  // A popover that closes under the pointer sends no `pointerleave`: the next element that the
  // pointer is over decides. React has handled its own listeners when the document's are called.
  useEffect(() => {
    if (!isHeld) return
    const look = (event: Event) => {
      if (event !== lastOver.current) change({ pointer: false })
    }
    document.addEventListener('pointerover', look)
    return () => document.removeEventListener('pointerover', look)
  }, [isHeld, change])
  // An element that had the focus and is gone, or disabled, sends no event.
  useEffect(() => {
    if (!isHeld) return
    const look = () => {
      if (inside.current.focus && !isFocusSeen()) change({ focus: false })
    }
    const timer = setInterval(look, leaveMs)
    return () => clearInterval(timer)
  }, [isHeld, change])
  return {
    isHeld,
    held: {
      onPointerOver: ({ nativeEvent }: PointerEvent) => {
        lastOver.current = nativeEvent
        change({ pointer: true })
      },
      onPointerLeave: () => change({ pointer: false }),
      // A mouse leaves the focus on what it has pressed.
      onFocus: ({ target }: FocusEvent) => change({ focus: target.matches(':focus-visible') }),
      onBlur: () => change({ focus: false }),
    },
  }
}

function isFocusSeen(): boolean {
  return document.activeElement?.matches(':focus-visible') ?? false
}
