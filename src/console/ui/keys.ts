/**
 * Keyboard shortcuts of single keys and sequences. Inactive in fields; the user can switch them
 * off.
 */
import { useEffect, useRef } from 'react'

export type Keys = Record<string, (event: KeyboardEvent) => void>

const storageKey = 'lodgepole-keys'
const sequenceMs = 1_000

export function areKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function switchKeys(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? 'on' : 'off')
}

/**
 * Binds shortcuts: `d`, `?`, `g c` for a sequence, `mod+k` for ⌘ or Ctrl.
 *
 * @param isCaptured true for keys of a page that replace those of the frame
 */
export function useKeys(keys: Keys, { isCaptured = false } = {}): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let previousKey = ''
    let previousAt = 0
    const onKey = (event: KeyboardEvent) => {
      const pressed = readKey(event)
      if (pressed === null) return
      const sequence = event.timeStamp - previousAt < sequenceMs ? `${previousKey} ${pressed}` : ''
      const handler = latest.current[sequence] ?? latest.current[pressed]
      previousKey = pressed
      previousAt = event.timeStamp
      if (!handler) return
      event.preventDefault()
      handler(event)
    }
    document.addEventListener('keydown', onKey, isCaptured)
    return () => document.removeEventListener('keydown', onKey, isCaptured)
  }, [isCaptured])
}

/**
 * Moves the focus along the rows that match a selector: `j` forward, `k` back.
 *
 * @param onEnd is called when there is no further row
 */
export function useRowKeys(selector: string, onEnd = () => {}): void {
  const step = (offset: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>(selector)]
    const next = rows[rows.indexOf(document.activeElement as HTMLElement) + offset]
    if (next) next.focus()
    else if (offset > 0) onEnd()
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
}

function readKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.metaKey || event.ctrlKey) return event.altKey ? null : `mod+${key}`
  if (event.altKey || !areKeysOn() || isField(event.target)) return null
  // Open dialogs and menus handle their own keys.
  if (document.querySelector('[role=dialog][data-modal], [role=menu]')) return null
  return key
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null
}
