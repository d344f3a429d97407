import { type ComponentType, createElement, lazy, useState } from 'react'

/**
 * A component whose program comes when it is shown, and how to have it come before. What React
 * has waited for it shows 300 ms later at the earliest; what is there already is shown at once.
 */
export function comesLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let there: ComponentType<Props> | null = null
  const Awaited: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  function Shown(props: Props) {
    // As long as it is shown it stays the same one.
    const [content] = useState(() => there ?? Awaited)
    return createElement(content, props)
  }
  const come = async () => {
    there = await load()
  }
  return [Shown, come] as const
}
