/** Line of the calendar: its nights by week, and the bars of its stays. */
import { memo } from 'react'
import type { Density } from '../density.ts'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'
import { daysPerTile } from '../tiles.query.ts'
import { Bar, JobDot } from './stay-bars.tsx'
import { dayStep, halfDay } from './virtual-window.ts'
import { staysOn, Week } from './week.tsx'

interface LineRowProps {
  line: Line
  index: number
  origin: number
  /** Day numbers; `to` is exclusive. */
  from: number
  to: number
  /** Loaded nights by the first day of each tile. */
  nights: ReadonlyMap<number, Nights>
  dayWidth: number
  lineHeight: number
  density: Density
  today: number
  /** Scroll offset in pixels when scrolling last stopped. */
  scrolledPx: number
}

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const {
    line,
    index,
    origin,
    from,
    to,
    nights,
    dayWidth,
    lineHeight,
    density,
    today,
    scrolledPx,
  } = props
  const weeks = Array.from({ length: Math.ceil((to - from) / dayStep) }, (_, i) => {
    return from + i * dayStep
  })
  // A stay can be in two tiles.
  const stays = new Map<string, PlacedStay>()
  for (const tileNights of nights.values()) {
    for (const stay of staysOn(line, tileNights)) {
      if (stay.from < to && stay.to >= from) stays.set(stay.leadUid, stay)
    }
  }
  const sharedProps = { line, index, origin, dayWidth, density }
  return (
    <div role="row" className="line" aria-rowindex={index + 2} style={{ top: index * lineHeight }}>
      <div className="nights" role="presentation">
        {weeks.map(day => (
          <Week
            key={day}
            {...sharedProps}
            day={day}
            nights={nights.get(Math.floor(day / daysPerTile) * daysPerTile)}
          />
        ))}
        {Array.from(stays.values(), stay => (
          <Bar
            key={stay.leadUid}
            {...sharedProps}
            stay={stay}
            today={today}
            hiddenPx={Math.max(0, scrolledPx - (stay.from - origin + halfDay) * dayWidth)}
          />
        ))}
        {line.kind === 'house'
          ? [...nights.values()].flatMap(({ jobs }) =>
              [...jobs]
                .filter(([day]) => from <= day && day < to)
                .map(([day, dayJobs]) => (
                  <JobDot key={`job${day}`} {...{ day, origin, dayWidth }} jobs={dayJobs} />
                )),
            )
          : null}
      </div>
    </div>
  )
}, haveSameProps)

/** Compares nights by value, because equal nights may be in different maps. */
function haveSameProps(
  { nights: before, ...propsBefore }: LineRowProps,
  { nights: after, ...propsAfter }: LineRowProps,
) {
  const names = Object.keys(propsBefore) as (keyof typeof propsBefore)[]
  if (names.some(name => propsBefore[name] !== propsAfter[name])) return false
  return (
    before.size === after.size &&
    [...before].every(([day, tileNights]) => after.get(day) === tileNights)
  )
}
