/** How much of a list of the day is shown: its first rows, and the others when somebody asks. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { countText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'

/** How many of each list are read: at first, when more is asked for, and at most. */
const steps = [20, 100, 500] as const
export const firstRead: number = steps[0]

/** So many rows of each kind of decision are shown at first. */
export const rowsFirst = 8

/** Has the day read so many of each list. */
export const ReadMoreContext = createContext<(limit: number) => void>(() => {})

/** `href`: where those are that come after all that a day shows. */
interface List<Item> {
  items: readonly Item[]
  count: number
  href?: string
}

/** The rows that are shown, `first` at first, and the way to the others. */
export function useShown<Item>({ items, count, href }: List<Item>, first: number) {
  const readMore = useContext(ReadMoreContext)
  const [most, setMost] = useState(first)
  const shown = items.slice(0, most)
  const next = steps.find(step => step > most && (step >= count || step > firstRead))
  const show = () => {
    if (next === undefined) return
    setMost(next)
    if (next > firstRead) readMore(next)
  }
  const left = count - shown.length
  const more: ReactNode =
    left <= 0 ? null : <More left={left} {...(next === undefined ? { href } : { show })} />
  return { shown, more }
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
