/** Field for the expiry of a hold, with its present value. */

import { dayTimeText } from '../../../../i18n/format.ts'
import { useLocalization } from '../../../../i18n/translations.tsx'
import { Input } from '../../../../ui/form.tsx'
import { holdMax, isHoldEnd, toLocal } from './hold-end.ts'

interface HoldEndFieldProps {
  /** Present expiry. */
  holdEnd: string
  value: string
  change: (value: string) => void
  autoFocus?: boolean
}

export function HoldEndField({ holdEnd, value, change, autoFocus = false }: HoldEndFieldProps) {
  const { texts, locale, timeZone } = useLocalization()
  const { today } = texts
  return (
    <Input
      type="datetime-local"
      isRequired
      label={today.endsAt}
      hint={today.endsNow(dayTimeText(holdEnd, locale, timeZone))}
      error={value === '' || isHoldEnd(value, holdEnd, timeZone) ? null : today.wrongEnd}
      min={toLocal(holdEnd, timeZone)}
      max={toLocal(holdMax(), timeZone)}
      value={value}
      change={change}
      autoFocus={autoFocus}
    />
  )
}
