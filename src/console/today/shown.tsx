/** Number of shown rows of a list of the day: the first ones, the others on demand. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { useLiveList } from '../kit/lists/live-list.ts'
import { countText } from '../words/format.ts'
import { useSpoken, useWords } from '../words/words.tsx'

/** How many of each list are read: at first, when more is asked for, and at most. */
const steps = [20, 100, 500] as const
export const firstRead: number = steps[0]

/** So many rows of each kind of decision are shown at first. */
export const rowsFirst = 8

/** Has the day read so many of each list. */
export const ReadMoreContext = createContext<(limit: number) => void>(() => {})

/** Returns whether rows must not move: the pointer or the focus is among them. */
export const HeldContext = createContext(false)

/** Numbers of shown rows by address and list, restored by *Back*. */
const rowsShown = new Map<string, number>()

interface List<Item> {
  name: string
  items: readonly Item[]
  count: number
  keyOf: (item: Item) => string
  /** Address of the rows after those of the day. */
  href?: string
}

/** The rows that are shown, `first` at first, and the way to the others. */
export function useShown<Item>({ name, items, count, href, keyOf }: List<Item>, first: number) {
  const readMore = useContext(ReadMoreContext)
  const isHeld = useContext(HeldContext)
  const id = `${location.pathname} ${new URLSearchParams(location.search).get('date')} ${name}`
  const [most, setMost] = useState(() => rowsShown.get(id) ?? first)
  const { rows, waiting, show } = useLiveList(items, { keyOf, isHeld, takesMore: most > first })
  const shown = rows.slice(0, most)
  const next = steps.find(step => step > most && (step >= count || step > firstRead))
  const grow = () => {
    if (next === undefined) return
    rowsShown.set(id, next)
    setMost(next)
    if (next > firstRead) readMore(next)
  }
  const left = count - waiting - shown.filter(({ isGone }) => !isGone).length
  const more: ReactNode =
    left <= 0 ? null : <More left={left} {...(next === undefined ? { href } : { show: grow })} />
  return { shown, more, news: <News count={waiting} show={show} /> }
}

/** New rows that wait until they are asked for, or the pointer has left. */
function News({ count, show }: { count: number; show: () => void }) {
  const { live } = useWords()
  if (count === 0) return null
  return (
    <Button className="link-button news" onPress={show}>
      {live.show(count)}
    </Button>
  )
}

function More({ left, show, href }: { left: number; show?: () => void; href?: string }) {
  const { words, locale } = useSpoken()
  const text = words.today.more(countText(left, locale))
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
