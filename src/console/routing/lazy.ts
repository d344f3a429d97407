/** Lazily loaded components and their preloading. */
import { type ComponentType, createElement, lazy, useState } from 'react'

/** Imports that are not loaded yet, the latest last. */
const preloads: (() => Promise<unknown>)[] = []

/** Registers an import for {@link preloadAll}; `load` may be called several times. */
export function registerPreload(load: () => Promise<unknown>): void {
  preloads.push(load)
}

/**
 * Creates a component whose code is loaded when it is rendered, or before. React delays content
 * that suspended by at least 300 ms; content that is already loaded renders at once.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const loadModule = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Lazy: ComponentType<Props> = lazy(loadModule)
  registerPreload(loadModule)
  return function LazyContent(props: Props) {
    // The component type must not change while it is mounted.
    const [content] = useState(() => loaded ?? Lazy)
    return createElement(content, props)
  }
}

/** Preloads the registered imports one after the other, latest first. */
export async function preloadAll(): Promise<void> {
  for (let load = preloads.pop(); load; load = preloads.pop()) await load().catch(() => {})
}
