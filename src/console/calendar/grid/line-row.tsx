/** A line of the calendar: its nights week by week, and the stays over them. */
import { memo } from 'react'
import type { Density } from '../density.ts'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'
import { daysOfTile } from '../tiles.read.ts'
import { Bar, JobMark } from './bars.tsx'
import { staysOn, Week } from './week.tsx'
import { dayStep } from './window.ts'

interface LineRowProps {
  line: Line
  index: number
  origin: number
  /** Days, counted as all days are; `to` is not included. */
  from: number
  to: number
  /** What is there of the weeks, by the first day of each tile. */
  nights: ReadonlyMap<number, Nights>
  dayWidth: number
  lineHeight: number
  density: Density
  today: number
  /** Pixels of the days that are out of sight to the left, when it was last not scrolled. */
  edge: number
}

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, index, origin, from, to, nights, dayWidth, lineHeight, density, today, edge } =
    props
  const weeks = Array.from({ length: Math.ceil((to - from) / dayStep) }, (_, i) => {
    return from + i * dayStep
  })
  // Two tiles may have the same one.
  const stays = new Map<string, PlacedStay>()
  for (const some of nights.values()) {
    for (const stay of staysOn(line, some)) {
      if (stay.from < to && stay.to >= from) stays.set(stay.leadUid, stay)
    }
  }
  const common = { line, index, origin, dayWidth, density }
  return (
    <div role="row" className="line" aria-rowindex={index + 2} style={{ top: index * lineHeight }}>
      <div className="nights" role="presentation">
        {weeks.map(day => (
          <Week
            key={day}
            {...common}
            day={day}
            nights={nights.get(Math.floor(day / daysOfTile) * daysOfTile)}
          />
        ))}
        {Array.from(stays.values(), stay => (
          <Bar
            key={stay.leadUid}
            {...common}
            stay={stay}
            today={today}
            hidden={Math.max(0, edge - (stay.from - origin + 0.5) * dayWidth)}
          />
        ))}
        {line.kind === 'house'
          ? [...nights.values()].flatMap(({ jobs }) =>
              [...jobs]
                .filter(([day]) => from <= day && day < to)
                .map(([day, those]) => (
                  <JobMark key={`job${day}`} {...{ day, origin, dayWidth }} jobs={those} />
                )),
            )
          : null}
      </div>
    </div>
  )
}, isSame)

/** The same nights may come in another map. */
function isSame(
  { nights: one, ...rest }: LineRowProps,
  { nights: other, ...others }: LineRowProps,
) {
  const names = Object.keys(rest) as (keyof typeof rest)[]
  if (names.some(name => rest[name] !== others[name])) return false
  return one.size === other.size && [...one].every(([day, some]) => other.get(day) === some)
}
