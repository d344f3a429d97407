/** A line of the calendar: its name, its nights week by week, and the stays over them. */
import { memo } from 'react'
import { Icon } from '../../kit/icons.tsx'
import { useWords, type Words } from '../../words/words.tsx'
import type { Density } from '../density.ts'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'
import { Bar, JobMark } from './bars.tsx'
import { nameOf } from './describe.ts'
import { staysOn, Week } from './week.tsx'
import { dayStep } from './window.ts'

/** The nights of a stay that is gone from sight soon after its name. */
const shortMax = 3

interface LineRowProps {
  line: Line
  index: number
  origin: number
  /** Days, counted as all days are; `to` is not included. */
  from: number
  to: number
  /** What is there of the weeks, by the first day of each tile. */
  nights: ReadonlyMap<number, Nights>
  daysOfTile: number
  dayWidth: number
  lineHeight: number
  density: Density
  today: number
  /** Of imports that are too old; null: there are none. */
  warning: string | null
}

export const LineRow = memo(
  function LineRow(props: LineRowProps) {
    const { line, index, origin, from, to, nights, daysOfTile, dayWidth, density, today } = props
    const weeks = Array.from({ length: Math.ceil((to - from) / dayStep) }, (_, i) => {
      return from + i * dayStep
    })
    const stays = [...new Map([...nights.values()].flatMap(some => placedOn(line, some))).values()]
    const common = { line, index, origin, dayWidth, density }
    return (
      <div
        role="row"
        className="line"
        aria-rowindex={index + 2}
        style={{ transform: `translateY(${index * props.lineHeight}px)` }}
      >
        <LineName
          line={line}
          minimum={density === 'rates' ? minimumOf(nights) : 1}
          warning={props.warning}
        />
        <div className="nights" role="presentation">
          {weeks.map(day => (
            <Week
              key={day}
              {...common}
              day={day}
              nights={nights.get(Math.floor(day / daysOfTile) * daysOfTile)}
            />
          ))}
          {stays
            .filter(stay => stay.from < to && stay.to >= from)
            .map(stay => (
              <Bar
                key={stay.leadUid}
                {...common}
                stay={stay}
                today={today}
                isAtEdge={stay.to - stay.from > shortMax && stay.from < from + 2 * dayStep}
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
  },
  (one, other) => isSame(one, other),
)

function placedOn(line: Line, nights: Nights): [string, PlacedStay][] {
  return staysOn(line, nights).map(stay => [stay.leadUid, stay])
}

/** The same nights may come in another map. */
function isSame(
  { nights: one, ...rest }: LineRowProps,
  { nights: other, ...others }: LineRowProps,
) {
  const names = Object.keys(rest) as (keyof typeof rest)[]
  if (names.some(name => rest[name] !== others[name])) return false
  return one.size === other.size && [...one].every(([day, some]) => other.get(day) === some)
}

function minimumOf(nights: ReadonlyMap<number, Nights>): number {
  const [first] = nights.values()
  return first?.usualMinimum ?? 1
}

interface LineNameProps {
  line: Line
  /** The minimum stay of most nights; 1 says nothing. */
  minimum: number
  warning: string | null
}

function LineName({ line, minimum, warning }: LineNameProps) {
  const words = useWords()
  const { calendar } = words
  const { kind, house, isOpen, partOf } = line
  const name = kind === 'unit' ? calendar.unit(line.name) : line.name
  return (
    <div
      role="rowheader"
      className={`name is-${kind}${partOf === null ? '' : ' is-part'}`}
      aria-colindex={1}
      aria-label={[nameOf(line, words), warning].filter(part => part).join(', ')}
    >
      {isOpen === null ? null : (
        <button
          type="button"
          className="opener"
          data-turn={line.id}
          aria-expanded={isOpen}
          aria-label={(isOpen ? calendar.closeUnits : calendar.openUnits)(line.name)}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
      )}
      <span className="name-words">
        <span className="name-first" title={name}>
          {name}
        </span>
        {kind === 'unit' ? null : (
          <span className="name-second">{detailOf({ line, minimum }, words)}</span>
        )}
      </span>
      {warning ? (
        <span className="name-mark is-old" title={warning}>
          <Icon name="alert" />
          <span className="for-readers">{warning}</span>
        </span>
      ) : null}
      {house.isMaster && kind === 'house' ? (
        <span className="name-mark" title={calendar.master}>
          <Icon name="parts" />
        </span>
      ) : null}
    </div>
  )
}

function detailOf(
  { line, minimum }: Omit<LineNameProps, 'warning'>,
  { calendar }: Words,
): string | null {
  const { kind, house, partOf } = line
  if (kind === 'hotel') return calendar.unitTypes(line.types.length)
  if (minimum > 1) return calendar.minimum(minimum)
  return house.parentUid !== null && partOf !== null ? calendar.partOf(partOf) : house.city
}
