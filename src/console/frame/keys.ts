/** Single keys and pairs of them. They are off in fields, and where somebody wants it so. */
import { useEffect, useRef } from 'react'

export type Keys = Record<string, (event: KeyboardEvent) => void>

const switchKey = 'lodgepole-keys'
const pairMs = 1_000

export function areKeysOn(): boolean {
  return localStorage.getItem(switchKey) !== 'off'
}

export function switchKeys(on: boolean): void {
  localStorage.setItem(switchKey, on ? 'on' : 'off')
}

/** Keys by what is pressed: `d`, `?`, `g c` one after the other, `mod+k` with ⌘ or Ctrl. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let before = ''
    let beforeAt = 0
    const onKey = (event: KeyboardEvent) => {
      const pressed = wordOf(event)
      if (pressed === null) return
      const pair = event.timeStamp - beforeAt < pairMs ? `${before} ${pressed}` : ''
      const act = latest.current[pair] ?? latest.current[pressed]
      before = pressed
      beforeAt = event.timeStamp
      if (!act) return
      event.preventDefault()
      act(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function wordOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.metaKey || event.ctrlKey) return event.altKey ? null : `mod+${key}`
  if (event.altKey || !areKeysOn() || isField(event.target)) return null
  // An open dialog or menu has keys of its own.
  if (document.querySelector('[role=dialog][data-modal], [role=menu]')) return null
  return key
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null
}
