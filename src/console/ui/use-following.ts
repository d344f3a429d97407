/** Adoption of newer values in forms. */
import { useEffect } from 'react'
import type { EditConflict } from './edit-conflict.tsx'

/**
 * Takes newer values of fields that the user has not edited into the form; returns true if the user
 * has to decide about others.
 */
export function useFollowing<V>({ names, isContested, resolve }: EditConflict<V>): boolean {
  const isOutdated = names.length > 0 && !isContested
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the saved values are others
  useEffect(() => {
    if (isOutdated) resolve(false)
  }, [isOutdated])
  return isContested
}
