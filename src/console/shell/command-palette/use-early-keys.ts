import { type RefObject, useEffect, useRef } from 'react'

/**
 * Buffers keys that are typed while a dialog opens and before its field exists, with Enter as a
 * newline. Otherwise they would be lost or run shortcuts of the page.
 */
export function useEarlyKeys(isOpening: boolean): RefObject<string> {
  const bufferedText = useRef('')
  useEffect(() => {
    if (!isOpening) return
    bufferedText.current = ''
    const bufferKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const character = key === 'Enter' ? '\n' : key
      const isCharacter = [...character].length === 1 && !ctrlKey && !metaKey && !altKey
      if (!isCharacter || document.activeElement?.closest('[role=dialog] input')) return
      bufferedText.current += character
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', bufferKey, { capture: true })
    return () => document.removeEventListener('keydown', bufferKey, { capture: true })
  }, [isOpening])
  return bufferedText
}
