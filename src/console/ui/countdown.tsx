/** Remaining time of a hold. */
import { timeText, untilText } from '../i18n/format.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { useNow } from './timers.ts'

const hourMs = 3_600_000

export function Countdown({ until }: { until: string }) {
  const { texts, locale, timeZone } = useLocalization()
  const remainingMs = Date.parse(`${until}Z`) - Date.now()
  const isLastHour = remainingMs < hourMs
  const now = useNow(isLastHour ? 1_000 : 60_000)
  const text = isLastHour
    ? texts.lead.holdLeft(formatMinutes(remainingMs))
    : texts.today.ends(untilText(until, now, locale))
  return (
    <span
      className={isLastHour ? 'countdown is-soon' : 'countdown'}
      title={timeText(until, locale, timeZone)}
    >
      <span role="timer" className="number">
        {remainingMs <= 0 ? texts.lead.holdEnded : text}
      </span>
    </span>
  )
}

/** Formats the last hour as minutes and seconds. */
function formatMinutes(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
