/**
 * State of the sidebar, stored in the browser: it depends on the width of the screen, and the first
 * paint must not wait for the server.
 */
import { useState } from 'react'

const storageKey = 'lodgepole-sidebar'

export function useFold(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(() => localStorage.getItem(storageKey) === 'folded')
  const toggle = () => {
    localStorage.setItem(storageKey, isFolded ? 'open' : 'folded')
    setFolded(!isFolded)
  }
  return [isFolded, toggle]
}
