/** Field for the end of a hold, beside the present one. */
import { Input } from '../../../kit/form.tsx'
import { dayTimeText } from '../../../words/format.ts'
import { useSpoken } from '../../../words/words.tsx'
import { holdMax, isHoldEnd, localOf } from './hold-end.ts'

interface HoldEndFieldProps {
  /** The present end. */
  end: string
  value: string
  change: (value: string) => void
  autoFocus?: boolean
}

export function HoldEndField({ end, value, change, autoFocus = false }: HoldEndFieldProps) {
  const { words, locale } = useSpoken()
  const { today } = words
  return (
    <Input
      type="datetime-local"
      isRequired
      label={today.endsAt}
      hint={today.endsNow(dayTimeText(end, locale))}
      error={value === '' || isHoldEnd(value, end) ? null : today.wrongEnd}
      min={localOf(end)}
      max={localOf(holdMax())}
      value={value}
      change={change}
      autoFocus={autoFocus}
    />
  )
}
