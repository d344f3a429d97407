/** Actions of the current page for the command palette. */
import { useEffect, useRef } from 'react'

export interface PageAction {
  name: string
  run: () => void
}

const actionsByComponent = new Map<object, () => readonly PageAction[]>()

/** Registers actions while the calling component is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latestActions = useRef(actions)
  latestActions.current = actions
  useEffect(() => {
    actionsByComponent.set(latestActions, () => latestActions.current)
    return () => void actionsByComponent.delete(latestActions)
  }, [])
}

/** Lists the registered actions, latest component first. */
export function listPageActions(): PageAction[] {
  return [...actionsByComponent.values()].toReversed().flatMap(actions => actions())
}
