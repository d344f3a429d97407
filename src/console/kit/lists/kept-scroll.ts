/** Scroll positions by address, restored by *Back*. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

/** Returns the address of a list without the panel that is open beside it. */
const notOfPage = ['lead', 'act', 'add', 'tab']
const patienceMs = 3_000
const settledMs = 500

/** Positions by address and by scrolling element. */
const places = new Map<string, number>()

/** True while the router navigates forward; false when the browser goes back. */
let isGoing = false

/** Says that the router goes somewhere. */
export function noteGoing(): void {
  isGoing = true
  // The page of the next address is shown before that.
  setTimeout(() => {
    isGoing = false
  })
}

/**
 * Restores the scroll of the page, and of parts that have `data-scroll`, when the browser goes back
 * or forward. Another page begins at its top.
 */
export function useKeptScroll(): void {
  const [path] = useLocation()
  const address = addressOf(path, useSearch())
  const shown = useRef(address)
  const restoring = useRef<() => void>(() => {})
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      const name = target instanceof HTMLElement ? nameOf(target) : null
      if (name !== null) places.set(`${shown.current} ${name}`, (target as HTMLElement).scrollTop)
    }
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [])
  useLayoutEffect(() => {
    const before = shown.current
    const isBack = !isGoing
    isGoing = false
    if (before === address) return
    restoring.current()
    shown.current = address
    if (isBack) restoring.current = restore(address)
    else if (pathOf(before) !== pathOf(address)) document.getElementById('page')!.scrollTop = 0
  }, [address])
}

/** Scrolls as soon as the page is long enough, unless the reader scrolls first; returns its end. */
function restore(address: string): () => void {
  const wanted = new Map(
    [...places].flatMap(([id, top]) => {
      return id.startsWith(`${address} `) && top > 0 ? [[id.slice(address.length + 1), top]] : []
    }) as [string, number][],
  )
  const ending = new AbortController()
  const { signal } = ending
  const end = () => ending.abort()
  let rightSince = performance.now()
  const look = () => {
    if (signal.aborted) return
    for (const [name, top] of wanted) {
      const element = elementOf(name)
      if (element && Math.abs(element.scrollTop - top) < 2) continue
      // The page is not there yet, or was taken out once more by what it waits for.
      if (element) element.scrollTop = top
      rightSince = performance.now()
    }
    // A position that the shorter content clamped is not stored.
    for (const [name, top] of wanted) places.set(`${address} ${name}`, top)
    if (wanted.size === 0 || performance.now() - rightSince > settledMs) end()
    else requestAnimationFrame(look)
  }
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(type, end, { signal, passive: true })
  }
  const timer = setTimeout(end, patienceMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  look()
  return end
}

function addressOf(path: string, search: string): string {
  const own = new URLSearchParams(search)
  for (const name of notOfPage) own.delete(name)
  return `${path}?${own}`
}

function pathOf(address: string): string {
  return address.slice(0, address.indexOf('?'))
}

function nameOf(element: HTMLElement): string | null {
  return element.id === 'page' ? 'page' : (element.dataset.scroll ?? null)
}

function elementOf(name: string): HTMLElement | null {
  if (name === 'page') return document.getElementById('page')
  return document.querySelector<HTMLElement>(`[data-scroll="${name}"]`)
}
