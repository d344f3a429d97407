/** The dates above the grid, which stay when it is scrolled, and the columns behind it. */

import { memo } from 'react'
import { useGridSpoken } from '../../words/calendar-words.ts'
import { dayText } from '../../words/format.ts'
import { dateOf, dayOf, monthsFrom, weekdayOf } from '../days.ts'

interface HeadProps {
  origin: number
  from: number
  to: number
  today: number
  dayWidth: number
}

const isWeekend = (day: number) => weekdayOf(day) === 0 || weekdayOf(day) === 6

function daysOf({ from, to }: HeadProps): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}

export const DayHead = memo(function DayHead(props: HeadProps & { days: number }) {
  const { origin, today, dayWidth, days } = props
  const { words, locale } = useGridSpoken()
  return (
    <div
      className="head"
      role="rowgroup"
      style={{ width: `calc(var(--names) + ${days * dayWidth}px)` }}
    >
      <div role="row" aria-rowindex={1} className="head-row">
        <div role="columnheader" aria-colindex={1} className="corner">
          {words.calendar.property}
        </div>
        <div className="dates" role="presentation">
          <Months {...props} />
          {daysOf(props).map(day => (
            <div
              key={day}
              role="columnheader"
              aria-colindex={day - origin + 2}
              aria-label={dayText(day, locale, 'full')}
              aria-current={day === today ? 'date' : undefined}
              className={isWeekend(day) ? 'date-cell weekend' : 'date-cell'}
              style={{ left: (day - origin) * dayWidth }}
            >
              <span className="letter">{dayText(day, locale, 'letter')}</span>
              <span className="day-number">{dayText(day, locale, 'number')}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
})

/** The months that are seen, each as long as it is: what is in sight moves nothing. */
function Months(props: HeadProps) {
  const { origin, from, to, dayWidth } = props
  const { locale } = useGridSpoken()
  const first = dayOf(`${dateOf(from).slice(0, 7)}-01`)
  const months: number[] = []
  for (let day = first; day < to; day = monthsFrom(day, 1)) months.push(day)
  return months.map(month => {
    const length = monthsFrom(month, 1) - month
    const style = { left: (month - origin) * dayWidth, width: length * dayWidth }
    return (
      <div key={month} className="month-cell" aria-hidden="true" style={style}>
        <span>{dayText(month, locale, 'month')}</span>
      </div>
    )
  })
}

/** What is over, weekends, and today. */
export const DayColumns = memo(function DayColumns(props: HeadProps) {
  const { origin, today, dayWidth } = props
  const marked = daysOf(props).filter(day => isWeekend(day) || day === today)
  return (
    <div className="columns" aria-hidden="true">
      {marked.map(day => (
        <span
          key={day}
          className={day === today ? 'column is-today' : 'column'}
          style={{ left: (day - origin) * dayWidth, width: dayWidth }}
        />
      ))}
      <span className="column is-past" style={{ width: (today - origin) * dayWidth }} />
    </div>
  )
})
