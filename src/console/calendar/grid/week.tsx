/** Seven nights of a line, as cells. */

import { memo } from 'react'
import { type GridLocalization, useGridLocalization } from '../../i18n/calendar-translations.ts'
import { priceText, shortPriceText } from '../../i18n/format.ts'
import type { Density } from '../density.ts'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'
import { describeNight } from './aria-labels.ts'
import { dayStep } from './virtual-window.ts'

interface WeekProps {
  line: Line
  index: number
  /** First day of the week; `origin` is the first day of the grid. */
  day: number
  origin: number
  dayWidth: number
  density: Density
  nights: Nights | undefined
}

export const Week = memo(function Week(props: WeekProps) {
  const { line, index, day: weekStart, origin, dayWidth, density, nights } = props
  const localization = useGridLocalization()
  const stays = nights ? staysOn(line, nights) : []
  const days = Array.from({ length: dayStep }, (_, i) => weekStart + i)
  const cells = days.map((day, i) => {
    const stay = stays.find(({ from, to }) => from <= day && day < to)
    if (stay && density === 'stays') return null
    const text = nights
      ? cellText(localization, { line, nights, day, density, isWeekStart: day === weekStart })
      : ''
    return (
      <div
        key={day}
        role="gridcell"
        tabIndex={-1}
        className={cellClass(nights, day, Boolean(stay))}
        data-line={index}
        data-day={day}
        data-lead={stay?.leadUid}
        data-minimum={
          nights && density === 'rates' && line.kind === 'house'
            ? unusualMinimum(nights, day)
            : undefined
        }
        aria-colindex={day - origin + 2}
        aria-label={describeNight(localization, { line, day }, nights, text)}
        style={{ gridColumn: i + 1 }}
      >
        {text}
      </div>
    )
  })
  return (
    <div className="week" role="presentation" style={{ left: (weekStart - origin) * dayWidth }}>
      {cells}
    </div>
  )
})

/** Lists the stays of a line; those of a unit type are on the lines of its units. */
export function staysOn(line: Line, nights: Nights): PlacedStay[] {
  const { unit, property } = line
  if (line.kind === 'hotel') return []
  if (unit) return nights.stays.filter(({ unitUid }) => unitUid === unit.unitUid)
  return property.units.length > 0 ? [] : nights.stays
}

const causeClasses: Record<string, string> = {
  PAST: 'past',
  TURNOVER: 'turnover',
  OUTSIDE_BOOKING_WINDOW: 'outside',
  ONLY_SUBS: 'outside',
  NO_ACTIVE_UNIT: 'outside',
  BOOKED: 'linked',
  HELD: 'linked',
  BLOCKED: 'linked',
  BLOCKED_BY_OWNER: 'linked',
}

function cellClass(nights: Nights | undefined, day: number, hasStay: boolean): string {
  if (!nights) return 'cell loading'
  const i = day - nights.firstDay
  const cause = nights.closed[i]
  const classes = ['cell']
  if (cause && !hasStay) classes.push(causeClasses[cause] ?? '')
  if (hasStay) classes.push('taken')
  if (nights.isGap[i]) classes.push('gap')
  if (!cause && nights.noCheckIn[i]) classes.push('no-in')
  if (!cause && nights.noCheckOut[i]) classes.push('no-out')
  if (nights.hasOwnPrice[i] && !cause) classes.push('own')
  if (nights.freeUnits) classes.push(nights.freeUnits[i] ? 'units' : 'units none')
  return classes.join(' ')
}

interface CellContent {
  line: Line
  nights: Nights
  day: number
  density: Density
  isWeekStart: boolean
}

/** Returns the text of a cell: the price, or the number of free units of a unit type. */
function cellText(
  { locale }: GridLocalization,
  { line, nights, day, density, isWeekStart }: CellContent,
): string {
  const i = day - nights.firstDay
  if (line.kind === 'unit') return ''
  if (line.kind === 'hotel') return nights.closed[i] ? '' : String(nights.freeUnits![i]!)
  const cause = nights.closed[i] ?? null
  const price = nights.prices[i]!
  if (density === 'rates') return priceText(price, locale)
  const free = nights.freeUnits?.[i]
  if (free !== undefined && cause !== 'PAST') return String(free)
  if (cause !== null) return ''
  // A price is shown once for a run of equal nights, and again in each week.
  const repeatsPrice =
    !isWeekStart && price === nights.prices[i - 1] && nights.closed[i - 1] === cause
  return repeatsPrice ? '' : shortPriceText(price, locale)
}

/** Returns the minimum stay if it differs from the most frequent one, which the header shows. */
function unusualMinimum(nights: Nights, day: number): number | undefined {
  const i = day - nights.firstDay
  const minimum = nights.minimumStays[i]!
  return minimum === nights.usualMinimum || nights.closed[i] === 'PAST' ? undefined : minimum
}
