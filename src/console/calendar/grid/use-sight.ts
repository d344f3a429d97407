/** What is seen of the grid: measured when it is scrolled or gets another size. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Density } from '../density.ts'
import { dayStep, type Extent, isSameWindow, type Sizes, type Window, windowOf } from './window.ts'

const daysBefore = 13 * dayStep
const idleMs = 200
const phone = '(width <= 40rem)'

/** The first day of the calendar: a quarter before today, where a week of the tiles begins. */
export function originOf(today: number): number {
  return Math.floor((today - daysBefore) / dayStep) * dayStep
}

/** In pixels; whoever reads larger letters has larger cells. */
function sizesOf(density: Density): Sizes {
  const isNarrow = matchMedia(phone).matches
  const em = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  return {
    line: Math.round((density === 'rates' ? 56 : 44) * em),
    day: Math.round((isNarrow ? 48 : 56) * em),
    names: Math.round((isNarrow ? 112 : 208) * em),
    head: Math.round(56 * em),
  }
}

interface SightOptions {
  extent: Extent
  density: Density
  origin: number
  first: number
  onScrolled: (day: number) => void
}

const nothing: Window = { fromLine: 0, toLine: 0, fromDay: 0, toDay: 0 }

export function useSight(scroller: RefObject<HTMLDivElement | null>, options: SightOptions) {
  const { extent, density, origin, first, onScrolled } = options
  const sizes = useSizes(density)
  const [window, setWindow] = useState<Window>(nothing)
  const [edge, setEdge] = useState(0)
  const told = useRef<number | null>(null)
  const measure = useCallback(() => {
    // Until the next page is loaded this one is hidden, and has no elements.
    if (!scroller.current) return
    const { scrollTop: top, scrollLeft: left, clientHeight, clientWidth } = scroller.current
    const seen = { top, left, height: clientHeight, width: clientWidth }
    const next = windowOf(seen, sizes, extent)
    setWindow(old => (isSameWindow(old, next) ? old : next))
  }, [scroller, sizes, extent])
  // The address says where to; what scrolling has told it, it need not say again.
  useLayoutEffect(() => {
    if (told.current !== first) scroller.current!.scrollLeft = (first - origin) * sizes.day
    told.current = first
    setEdge(scroller.current!.scrollLeft)
    measure()
  }, [scroller, first, origin, sizes, measure])
  useEffect(() => {
    const element = scroller.current!
    const { pathname } = document.location
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      setEdge(element.scrollLeft)
      // Until the next page is loaded one still has this, but the address is that one's.
      if (document.location.pathname !== pathname) return
      const day = origin + Math.round(element.scrollLeft / sizes.day)
      if (day === told.current) return
      told.current = day
      onScrolled(day)
    }
    const onScroll = () => {
      measure()
      clearTimeout(timer)
      timer = setTimeout(tell, idleMs)
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
  return { window, sizes, edge, measure }
}

function useSizes(density: Density): Sizes {
  const [sizes, setSizes] = useState(() => sizesOf(density))
  useEffect(() => {
    const media = matchMedia(phone)
    const change = () => setSizes(sizesOf(density))
    change()
    media.addEventListener('change', change)
    return () => media.removeEventListener('change', change)
  }, [density])
  return sizes
}
