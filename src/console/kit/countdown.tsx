/** How long something is kept. */
import { timeText, untilText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'
import { useNow } from './now.ts'

export function Countdown({ until }: { until: string }) {
  const { words, locale } = useSpoken()
  const left = Date.parse(`${until}Z`) - Date.now()
  const isSoon = left < 3_600_000
  const now = useNow(isSoon ? 1_000 : 60_000)
  const text = isSoon
    ? words.lead.holdLeft(clock(left))
    : words.today.ends(untilText(until, now, locale))
  return (
    <span className={isSoon ? 'countdown is-soon' : 'countdown'} title={timeText(until, locale)}>
      <span role="timer" className="number">
        {left <= 0 ? words.lead.holdEnded : text}
      </span>
    </span>
  )
}

/** Minutes and seconds of the last hour. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
