/** Number of visible rows of a list: the first ones, and others on demand. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { countText } from '../i18n/format.ts'
import { useLocalization, useTranslations } from '../i18n/translations.tsx'
import { useLiveList } from '../ui/lists/live-list.ts'

/** Numbers of loaded items of a list: initially, after "show more", and at most. */
const steps = [20, 100, 500] as const
export const initialLimit: number = steps[0]

/** Number of rows of each kind of decision that are visible at first. */
export const initialDecisionRows = 8

/** Function that loads the given number of items of each list. */
export const ReadMoreContext = createContext<(limit: number) => void>(() => {})

/** True while rows must not move, because the pointer or the focus is among them. */
export const HeldContext = createContext(false)

/** Numbers of visible rows by URL and list, restored by the Back button. */
const visibleRowCounts = new Map<string, number>()

interface List<Item> {
  name: string
  items: readonly Item[]
  count: number
  getKey: (item: Item) => string
  /** URL of a complete list. */
  href?: string
}

/** Returns the visible rows, `initialRows` of them at first, and buttons for the others. */
export function useVisibleRows<Item>(
  { name, items, count, href, getKey }: List<Item>,
  initialRows: number,
) {
  const readMore = useContext(ReadMoreContext)
  const isHeld = useContext(HeldContext)
  const id = `${location.pathname} ${new URLSearchParams(location.search).get('date')} ${name}`
  const [rowsMax, setRowsMax] = useState(() => visibleRowCounts.get(id) ?? initialRows)
  const { rows, waiting, show } = useLiveList(items, {
    getKey,
    isHeld,
    appendsMore: rowsMax > initialRows,
  })
  const visible = rows.slice(0, rowsMax)
  const next = steps.find(step => step > rowsMax && (step >= count || step > initialLimit))
  const showMore = () => {
    if (next === undefined) return
    visibleRowCounts.set(id, next)
    setRowsMax(next)
    if (next > initialLimit) readMore(next)
  }
  const remaining = count - waiting - visible.filter(({ isRemoved }) => !isRemoved).length
  const moreButton: ReactNode =
    remaining <= 0 ? null : (
      <More remaining={remaining} {...(next === undefined ? { href } : { show: showMore })} />
    )
  return { visible, moreButton, newsButton: <News count={waiting} show={show} /> }
}

/** Button for new rows, which wait for a click or until the pointer leaves. */
function News({ count, show }: { count: number; show: () => void }) {
  const { live } = useTranslations()
  if (count === 0) return null
  return (
    <Button className="link-button news" onPress={show}>
      {live.show(count)}
    </Button>
  )
}

function More({ remaining, show, href }: { remaining: number; show?: () => void; href?: string }) {
  const { texts, locale } = useLocalization()
  const text = texts.today.more(countText(remaining, locale))
  if (show) {
    return (
      <Button className="button plain small more-rows" onPress={show}>
        {text}
      </Button>
    )
  }
  if (!href) return <p className="quiet small more-rows">{text}</p>
  return (
    <Link className="button plain small link more-rows" href={href}>
      {text}
    </Link>
  )
}
