/** Sticky header with the dates, and the background columns of days. */

import { memo } from 'react'
import { useGridLocalization } from '../../i18n/calendar-translations.ts'
import { dayText } from '../../i18n/format.ts'
import { addMonths, dateOf, dayOf, weekdayOf } from '../../shared/days.ts'

/** ARIA index of the first day; the column with the names has index 1. */
const firstDayColumn = 2

interface HeadProps {
  origin: number
  from: number
  to: number
  today: number
  dayWidth: number
}

const isWeekend = (day: number) => weekdayOf(day) === 0 || weekdayOf(day) === 6

function listDays({ from, to }: HeadProps): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}

export const DayHead = memo(function DayHead(props: HeadProps & { dayCount: number }) {
  const { origin, today, dayWidth, dayCount } = props
  const { texts, locale } = useGridLocalization()
  return (
    <div
      className="head"
      role="rowgroup"
      style={{ width: `calc(var(--names) + ${dayCount * dayWidth}px)` }}
    >
      <div role="row" aria-rowindex={1} className="head-row">
        <div role="columnheader" aria-colindex={1} className="corner">
          {texts.calendar.property}
        </div>
        <div className="dates" role="presentation">
          <Months {...props} />
          {listDays(props).map(day => (
            <div
              key={day}
              role="columnheader"
              aria-colindex={day - origin + firstDayColumn}
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

/** Renders visible months at full length, so that scrolling does not move them. */
function Months(props: HeadProps) {
  const { origin, from, to, dayWidth } = props
  const { locale } = useGridLocalization()
  const firstMonth = dayOf(`${dateOf(from).slice(0, 7)}-01`)
  const months: number[] = []
  for (let day = firstMonth; day < to; day = addMonths(day, 1)) months.push(day)
  return months.map(month => {
    const length = addMonths(month, 1) - month
    const style = { left: (month - origin) * dayWidth, width: length * dayWidth }
    return (
      <div key={month} className="month-cell" aria-hidden="true" style={style}>
        <span>{dayText(month, locale, 'month')}</span>
      </div>
    )
  })
}

/** Renders the columns of past days, weekends, and the current day. */
export const DayColumns = memo(function DayColumns(props: HeadProps) {
  const { origin, today, dayWidth } = props
  const highlighted = listDays(props).filter(day => isWeekend(day) || day === today)
  return (
    <div className="columns" aria-hidden="true">
      {highlighted.map(day => (
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
