/** Bars of stays, from the middle of the arrival day to the middle of the departure day. */

import { memo } from 'react'
import { useGridLocalization } from '../../i18n/calendar-translations.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Density } from '../density.ts'
import type { Line } from '../lines.ts'
import type { Jobs, PlacedStay } from '../nights.ts'
import { barName, describeStay } from './aria-labels.ts'
import { halfDay } from './virtual-window.ts'

interface BarProps {
  line: Line
  index: number
  stay: PlacedStay
  origin: number
  dayWidth: number
  density: Density
  today: number
  /** Pixels of the bar that are scrolled out on the left; the name is indented by them. */
  hiddenPx: number
}

/** Maximum width of a letter in pixels; an icon counts as two letters. */
const letterWidthMax = 14
/** Minimum width in pixels of a bar with both an icon and a name. */
const nameWidthMin = 64

export const Bar = memo(function Bar(props: BarProps) {
  const { line, index, stay, origin, dayWidth, density, today, hiddenPx } = props
  const localization = useGridLocalization()
  const nights = stay.to - stay.from
  const left = (stay.from - origin + halfDay) * dayWidth + 1
  const width = nights * dayWidth - 2
  const style = { left, width, textIndent: hiddenPx || undefined }
  const className = `bar ${toneClass(stay, today)}`
  if (density === 'rates') {
    return <div className={className} aria-hidden="true" data-lead={stay.leadUid} style={style} />
  }
  const isDue = stay.balance === 'DUE' && stay.type !== 'BLOCK'
  const name = barName(stay, localization.texts)
  const letterCount = name.length + (stay.isUnread ? 2 : 0) + (isDue ? 2 : 0) + 1
  // Clipping costs time in each frame, so it is used only for names that may not fit.
  const mayOverflow = letterCount * letterWidthMax > width - hiddenPx
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      className={mayOverflow ? `${className} is-tight` : className}
      data-line={index}
      data-from={stay.from}
      data-to={stay.to}
      data-lead={stay.leadUid}
      aria-colindex={stay.from - origin + 2}
      aria-colspan={nights}
      aria-label={describeStay(localization, line, stay)}
      style={style}
    >
      {stay.isUnread ? <Icon name="mail" /> : null}
      {isDue ? <Icon name="due" /> : null}
      {width < nameWidthMin && (isDue || stay.isUnread) ? null : name}
    </div>
  )
})

/** Returns the class with the color of a stay; its label contains the status as text. */
export function toneClass({ type, status, from, to }: PlacedStay, today: number): string {
  if (type === 'BLOCK' || status === 'BLOCKED') return 'is-block'
  if (status === 'ON_HOLD') return 'is-hold'
  if (status === 'PENDING' || status === 'PENDING_APPROVED') return 'is-request'
  if (to < today) return 'is-booked is-over'
  return from <= today ? 'is-stay' : 'is-booked'
}

interface JobsProps {
  day: number
  origin: number
  dayWidth: number
  jobs: Jobs[]
}

/** Dot of a day with cleaning jobs, which shows if all are done. */
export const JobDot = memo(function JobDot({ day, origin, dayWidth, jobs }: JobsProps) {
  const isDone = jobs.every(({ status }) => status === 'DONE')
  const style = { left: (day - origin + halfDay) * dayWidth + 4 }
  return <span className={isDone ? 'job is-done' : 'job'} aria-hidden="true" style={style} />
})
