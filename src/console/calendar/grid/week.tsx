/** Seven nights of a line: the cells of those that nobody has taken. */

import { memo } from 'react'
import { type GridSpoken, useGridSpoken } from '../../words/calendar-words.ts'
import { priceText, shortPriceText } from '../../words/format.ts'
import type { Density } from '../density.ts'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'
import { describeNight } from './describe.ts'
import { dayStep } from './window.ts'

interface WeekProps {
  line: Line
  index: number
  /** The first of its days, and of those of the calendar. */
  day: number
  origin: number
  dayWidth: number
  density: Density
  nights: Nights | undefined
}

export const Week = memo(function Week(props: WeekProps) {
  const { line, index, day: first, origin, dayWidth, density, nights } = props
  const spoken = useGridSpoken()
  const stays = nights ? staysOn(line, nights) : []
  const days = Array.from({ length: dayStep }, (_, i) => first + i)
  const cells = days.map((day, i) => {
    const stay = stays.find(({ from, to }) => from <= day && day < to)
    if (stay && density === 'stays') return null
    const shown = nights
      ? shownOf(spoken, { line, nights, day, density, isFirst: day === first })
      : ''
    return (
      <div
        key={day}
        role="gridcell"
        tabIndex={-1}
        className={classOf(nights, day, Boolean(stay))}
        data-line={index}
        data-day={day}
        data-lead={stay?.leadUid}
        data-minimum={
          nights && density === 'rates' && line.kind === 'house'
            ? minimumOf(nights, day)
            : undefined
        }
        aria-colindex={day - origin + 2}
        aria-label={describeNight(spoken, { line, day }, nights, shown)}
        style={{ gridColumn: i + 1 }}
      >
        {shown}
      </div>
    )
  })
  return (
    <div className="week" role="presentation" style={{ left: (first - origin) * dayWidth }}>
      {cells}
    </div>
  )
})

/** The stays that a line shows. Those of a unit type stand on the lines of its units. */
export function staysOn(line: Line, nights: Nights): PlacedStay[] {
  const { unit, house } = line
  if (line.kind === 'hotel') return []
  if (unit) return nights.stays.filter(({ unitUid }) => unitUid === unit.unitUid)
  return house.units.length > 0 ? [] : nights.stays
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

function classOf(nights: Nights | undefined, day: number, isTaken: boolean): string {
  if (!nights) return 'cell loading'
  const i = day - nights.first
  const cause = nights.closed[i]
  const classes = ['cell']
  if (cause && !isTaken) classes.push(causeClasses[cause] ?? '')
  if (isTaken) classes.push('taken')
  if (nights.isGap[i]) classes.push('gap')
  if (!cause && nights.noCheckIn[i]) classes.push('no-in')
  if (!cause && nights.noCheckOut[i]) classes.push('no-out')
  if (nights.hasOwnPrice[i] && !cause) classes.push('own')
  if (nights.freeUnits) classes.push(nights.freeUnits[i] ? 'units' : 'units none')
  return classes.join(' ')
}

interface Content {
  line: Line
  nights: Nights
  day: number
  density: Density
  isFirst: boolean
}

/** The number of a cell: its price, of a unit type how many are free. Its name says the rest. */
function shownOf({ locale }: GridSpoken, { line, nights, day, density, isFirst }: Content): string {
  const i = day - nights.first
  if (line.kind === 'unit') return ''
  if (line.kind === 'hotel') return nights.closed[i] ? '' : String(nights.freeUnits![i]!)
  const cause = nights.closed[i] ?? null
  const price = nights.prices[i]!
  if (density === 'rates') return priceText(price, locale)
  const free = nights.freeUnits?.[i]
  if (free !== undefined && cause !== 'PAST') return String(free)
  if (cause !== null) return ''
  const isSame = !isFirst && price === nights.prices[i - 1] && nights.closed[i - 1] === cause
  return isSame ? '' : shortPriceText(price, locale)
}

/** The minimum stay where it is not that of most nights, which stands by the name. */
function minimumOf(nights: Nights, day: number): number | undefined {
  const i = day - nights.first
  const minimum = nights.minimumStays[i]!
  return minimum === nights.usualMinimum || nights.closed[i] === 'PAST' ? undefined : minimum
}
