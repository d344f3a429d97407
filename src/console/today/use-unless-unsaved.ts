/** Values that unsaved input holds back. */
import { useRef } from 'react'
import { isAnythingUnsaved } from '../routing/unsaved.ts'

/**
 * Returns the value, or the previous one while there is unsaved input: as the key of an element it
 * keeps the forms in it.
 */
export function useUnlessUnsaved<T>(value: T): T {
  const latest = useRef(value)
  if (!isAnythingUnsaved()) latest.current = value
  return latest.current
}
