/** Lazily loaded components and their preloading. */
import { type ComponentType, createElement, lazy, useState } from 'react'

/** Imports that are not loaded yet, the latest last. */
const preloads = new Set<() => Promise<unknown>>()

/** Registers an import for {@link preloadAll}; `load` may be called several times. */
export function registerPreload(load: () => Promise<unknown>): void {
  preloads.add(load)
}

/** Lazily loaded component; `preload` loads its code. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  preload: () => Promise<unknown>
}

/**
 * Creates a component whose code is loaded when it is rendered, or before. React delays content
 * that suspended by at least 300 ms; content that is already loaded renders at once.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadModule = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Lazy: ComponentType<Props> = lazy(loadModule)
  registerPreload(loadModule)
  function LazyContent(props: Props) {
    // The component type must not change while it is mounted.
    const [content] = useState(() => loaded ?? Lazy)
    return createElement(content, props)
  }
  return Object.assign(LazyContent, { preload: loadModule })
}

/**
 * Preloads the registered imports one after the other, latest first, including those that loaded
 * code registers.
 */
export async function preloadAll(except: (() => Promise<unknown>)[]): Promise<void> {
  for (const load of except) preloads.delete(load)
  for (let load = last(preloads); load; load = last(preloads)) {
    preloads.delete(load)
    await load().catch(() => {})
  }
}

function last<T>(values: Set<T>): T | undefined {
  return [...values].at(-1)
}
