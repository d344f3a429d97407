/** Scroll positions by URL, restored when the browser goes back. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

/** Parameters of the side panel, which do not identify the page. */
const panelParameters = ['reservation', 'act', 'add', 'tab']
const restoreTimeoutMs = 3_000
/** Restoring ends when the positions have not changed for this time. */
const settledMs = 500
/** Browsers round scroll positions. */
const tolerancePx = 2

/** Scroll positions by URL and element. */
const positions = new Map<string, number>()

/** True while the router navigates forward; false when the browser goes back. */
let isNavigating = false

/** Notes a navigation by the router. */
export function noteNavigation(): void {
  isNavigating = true
  // The next page is rendered before this timer runs.
  setTimeout(() => {
    isNavigating = false
  })
}

/**
 * Restores scroll positions of the page and of elements with `data-scroll` when the browser goes
 * back or forward. A new page starts at its top.
 */
export function useScrollRestoration(): void {
  const [path] = useLocation()
  const address = pageAddress(path, useSearch())
  const currentAddress = useRef(address)
  const stopRestoring = useRef<() => void>(() => {})
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      const name = target instanceof HTMLElement ? findName(target) : null
      if (name !== null)
        positions.set(`${currentAddress.current} ${name}`, (target as HTMLElement).scrollTop)
    }
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [])
  useLayoutEffect(() => {
    const previousAddress = currentAddress.current
    const isBack = !isNavigating
    isNavigating = false
    if (previousAddress === address) return
    stopRestoring.current()
    currentAddress.current = address
    if (isBack) stopRestoring.current = restore(address)
    else if (readPath(previousAddress) !== readPath(address))
      document.getElementById('page')!.scrollTop = 0
  }, [address])
}

/**
 * Scrolls once the content is long enough, unless the user scrolls first. Returns a function that
 * stops it.
 */
function restore(address: string): () => void {
  const topByElement = new Map(
    [...positions].flatMap(([key, top]) => {
      return key.startsWith(`${address} `) && top > 0 ? [[key.slice(address.length + 1), top]] : []
    }) as [string, number][],
  )
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => controller.abort()
  let settledSince = performance.now()
  const scroll = () => {
    if (signal.aborted) return
    for (const [name, top] of topByElement) {
      const element = findElement(name)
      if (element && Math.abs(element.scrollTop - top) < tolerancePx) continue
      // The element is not rendered yet, or was suspended again.
      if (element) element.scrollTop = top
      settledSince = performance.now()
    }
    // Positions clamped by shorter content are overwritten.
    for (const [name, top] of topByElement) positions.set(`${address} ${name}`, top)
    if (topByElement.size === 0 || performance.now() - settledSince > settledMs) stop()
    else requestAnimationFrame(scroll)
  }
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(type, stop, { signal, passive: true })
  }
  const timer = setTimeout(stop, restoreTimeoutMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  scroll()
  return stop
}

function pageAddress(path: string, search: string): string {
  const parameters = new URLSearchParams(search)
  for (const name of panelParameters) parameters.delete(name)
  return `${path}?${parameters}`
}

function readPath(address: string): string {
  return address.slice(0, address.indexOf('?'))
}

function findName(element: HTMLElement): string | null {
  return element.id === 'page' ? 'page' : (element.dataset.scroll ?? null)
}

function findElement(name: string): HTMLElement | null {
  if (name === 'page') return document.getElementById('page')
  return document.querySelector<HTMLElement>(`[data-scroll="${name}"]`)
}
