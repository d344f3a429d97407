/** Parts of the program that are not needed for what is seen first. */
import { type ComponentType, createElement, lazy, useState } from 'react'

/** What has not been asked for yet, the latest last. */
const waiting: (() => Promise<unknown>)[] = []

/** Registers what {@link comeAhead} loads; `load` may be called again. */
export function mayComeAhead(load: () => Promise<unknown>): void {
  waiting.push(load)
}

/**
 * A component whose program comes when it is shown, or before. What React has waited for it shows
 * 300 ms later at the earliest; what is there already is shown at once.
 */
export function comesLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let there: ComponentType<Props> | null = null
  const come = async () => {
    there = await load()
    return { default: there }
  }
  const Awaited: ComponentType<Props> = lazy(come)
  mayComeAhead(come)
  return function Shown(props: Props) {
    // As long as it is shown it stays the same one.
    const [content] = useState(() => there ?? Awaited)
    return createElement(content, props)
  }
}

/** Loads one after the other what may come, first that of the page that came last. */
export async function comeAhead(): Promise<void> {
  for (let load = waiting.pop(); load; load = waiting.pop()) await load().catch(() => {})
}
