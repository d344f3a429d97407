/**
 * Detects whether the pointer or the focus is in a part of the page, whose content must not move
 * then.
 */
import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const releaseDelayMs = 300

/** Returns true while the pointer or the focus is in an element or in a popover opened from it. */
export function useHeld() {
  const [isHeld, setHeld] = useState(false)
  const isInside = useRef({ pointer: false, focus: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const updateInside = useCallback((changes: Partial<typeof isInside.current>) => {
    Object.assign(isInside.current, changes)
    clearTimeout(timer.current)
    const { pointer, focus } = isInside.current
    if (pointer || focus) setHeld(true)
    else timer.current = setTimeout(() => setHeld(false), releaseDelayMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const lastPointerOver = useRef<Event>(undefined)
  // A popover that closes under the pointer sends no `pointerleave`; the next `pointerover`
  // decides. React has already run its own listeners when those of the document run.
  useEffect(() => {
    if (!isHeld) return
    const check = (event: Event) => {
      if (event !== lastPointerOver.current) updateInside({ pointer: false })
    }
    document.addEventListener('pointerover', check)
    return () => document.removeEventListener('pointerover', check)
  }, [isHeld, updateInside])
  // A focused element that is removed or disabled sends no blur event.
  useEffect(() => {
    if (!isHeld) return
    const check = () => {
      if (isInside.current.focus && !isFocusVisible()) updateInside({ focus: false })
    }
    const timer = setInterval(check, releaseDelayMs)
    return () => clearInterval(timer)
  }, [isHeld, updateInside])
  return {
    isHeld,
    held: {
      onPointerOver: ({ nativeEvent }: PointerEvent) => {
        lastPointerOver.current = nativeEvent
        updateInside({ pointer: true })
      },
      onPointerLeave: () => updateInside({ pointer: false }),
      // A mouse click leaves the focus on the pressed element.
      onFocus: ({ target }: FocusEvent) =>
        updateInside({ focus: target.matches(':focus-visible') }),
      onBlur: () => updateInside({ focus: false }),
    },
  }
}

function isFocusVisible(): boolean {
  return document.activeElement?.matches(':focus-visible') ?? false
}
