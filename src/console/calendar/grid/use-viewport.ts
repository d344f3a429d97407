/** Viewport of the grid, measured when it is scrolled or resized. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Density } from '../density.ts'
import {
  computeWindow,
  dayStep,
  type GridSize,
  isSameWindow,
  type Sizes,
  type Window,
} from './virtual-window.ts'

const daysBefore = 13 * dayStep
const scrollIdleMs = 200
const phoneQuery = '(width <= 40rem)'

/**
 * Returns the first day of the grid: a quarter before today, at the start of a week of the tiles.
 */
export function calendarOrigin(today: number): number {
  return Math.floor((today - daysBefore) / dayStep) * dayStep
}

/** Measures sizes in pixels, which grow with the font size. */
function measureSizes(density: Density): Sizes {
  const isNarrow = matchMedia(phoneQuery).matches
  const em = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  return {
    line: Math.round((density === 'rates' ? 56 : 44) * em),
    day: Math.round((isNarrow ? 48 : 56) * em),
    names: Math.round((isNarrow ? 112 : 208) * em),
    head: Math.round(56 * em),
  }
}

interface ViewportOptions {
  gridSize: GridSize
  density: Density
  origin: number
  firstDay: number
  onScrolled: (day: number) => void
}

const emptyWindow: Window = { fromLine: 0, toLine: 0, fromDay: 0, toDay: 0 }

export function useViewport(scroller: RefObject<HTMLDivElement | null>, options: ViewportOptions) {
  const { gridSize, density, origin, firstDay, onScrolled } = options
  const sizes = useSizes(density)
  const [window, setWindow] = useState<Window>(emptyWindow)
  const [scrolledPx, setScrolledPx] = useState(0)
  const reportedDay = useRef<number | null>(null)
  const measure = useCallback(() => {
    // A page that is being replaced stays mounted, but hidden and without elements.
    if (!scroller.current) return
    const { scrollTop: top, scrollLeft: left, clientHeight, clientWidth } = scroller.current
    const scroll = { top, left, height: clientHeight, width: clientWidth }
    const nextWindow = computeWindow(scroll, sizes, gridSize)
    setWindow(old => (isSameWindow(old, nextWindow) ? old : nextWindow))
  }, [scroller, sizes, gridSize])
  // Scrolls to the day of the URL, unless scrolling itself has changed the URL.
  useLayoutEffect(() => {
    if (reportedDay.current !== firstDay)
      scroller.current!.scrollLeft = (firstDay - origin) * sizes.day
    reportedDay.current = firstDay
    setScrolledPx(scroller.current!.scrollLeft)
    measure()
  }, [scroller, firstDay, origin, sizes, measure])
  useEffect(() => {
    const element = scroller.current!
    const { pathname } = document.location
    let timer: ReturnType<typeof setTimeout> | undefined
    const reportScroll = () => {
      setScrolledPx(element.scrollLeft)
      // A page that is being replaced still scrolls, but the URL belongs to the next page.
      if (document.location.pathname !== pathname) return
      const day = origin + Math.round(element.scrollLeft / sizes.day)
      if (day === reportedDay.current) return
      reportedDay.current = day
      onScrolled(day)
    }
    const onScroll = () => {
      measure()
      clearTimeout(timer)
      timer = setTimeout(reportScroll, scrollIdleMs)
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      resized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, origin, sizes, measure, onScrolled])
  return { window, sizes, scrolledPx, measure }
}

function useSizes(density: Density): Sizes {
  const [sizes, setSizes] = useState(() => measureSizes(density))
  useEffect(() => {
    const media = matchMedia(phoneQuery)
    const remeasure = () => setSizes(measureSizes(density))
    remeasure()
    media.addEventListener('change', remeasure)
    return () => media.removeEventListener('change', remeasure)
  }, [density])
  return sizes
}
