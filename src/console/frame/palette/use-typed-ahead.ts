import { type RefObject, useEffect, useRef } from 'react'

/**
 * What is typed between the key that opens a window and its field being there, Enter as the end of
 * a line. Else these letters would be lost, or taken for keys of the page.
 */
export function useTypedAhead(isOpening: boolean): RefObject<string> {
  const typed = useRef('')
  useEffect(() => {
    if (!isOpening) return
    typed.current = ''
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const letter = key === 'Enter' ? '\n' : key
      const isLetter = [...letter].length === 1 && !ctrlKey && !metaKey && !altKey
      if (!isLetter || document.activeElement?.closest('[role=dialog] input')) return
      typed.current += letter
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [isOpening])
  return typed
}
