/** Stays as bars, from the middle of the day of arrival to the middle of the day of departure. */

import { memo } from 'react'
import { Icon } from '../../kit/icons.tsx'
import { useGridSpoken } from '../../words/calendar-words.ts'
import type { Density } from '../density.ts'
import type { Line } from '../lines.ts'
import type { Jobs, PlacedStay } from '../nights.ts'
import { barName, describeStay } from './describe.ts'

interface BarProps {
  line: Line
  index: number
  stay: PlacedStay
  origin: number
  dayWidth: number
  density: Density
  today: number
  /** Pixels that are scrolled out to the left; its name stands beside them. */
  hidden: number
}

/** Hardly a letter of any script takes more; an icon takes two. */
const letterWidth = 14
/** A bar of fewer pixels has no room for letters beside an icon. */
const nameMin = 64

export const Bar = memo(function Bar(props: BarProps) {
  const { line, index, stay, origin, dayWidth, density, today, hidden } = props
  const spoken = useGridSpoken()
  const nights = stay.to - stay.from
  const left = (stay.from - origin + 0.5) * dayWidth + 1
  const width = nights * dayWidth - 2
  const style = { left, width, textIndent: hidden || undefined }
  const className = `bar ${toneOf(stay, today)}`
  if (density === 'rates') {
    return <div className={className} aria-hidden="true" data-lead={stay.leadUid} style={style} />
  }
  const isDue = stay.balance === 'DUE' && stay.type !== 'BLOCK'
  const name = barName(stay, spoken.words)
  const letters = name.length + (stay.isUnread ? 2 : 0) + (isDue ? 2 : 0) + 1
  // What is cut off costs in each frame: only a name that may not fit.
  const isTight = letters * letterWidth > width - hidden
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      className={isTight ? `${className} is-tight` : className}
      data-line={index}
      data-from={stay.from}
      data-to={stay.to}
      data-lead={stay.leadUid}
      aria-colindex={stay.from - origin + 2}
      aria-colspan={nights}
      aria-label={describeStay(spoken, line, stay)}
      style={style}
    >
      {stay.isUnread ? <Icon name="mail" /> : null}
      {isDue ? <Icon name="due" /> : null}
      {width < nameMin && (isDue || stay.isUnread) ? null : name}
    </div>
  )
})

/** By what a stay is: the colour, beside which its words say the same. */
export function toneOf({ type, status, from, to }: PlacedStay, today: number): string {
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

/** Whether somebody cleans on a day, and whether it is done. */
export const JobMark = memo(function JobMark({ day, origin, dayWidth, jobs }: JobsProps) {
  const isDone = jobs.every(({ status }) => status === 'DONE')
  const style = { left: (day - origin + 0.5) * dayWidth + 4 }
  return <span className={isDone ? 'job is-done' : 'job'} aria-hidden="true" style={style} />
})
