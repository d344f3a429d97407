/**
 * The names of the lines, which stay in sight. They lie on one layer, since a layer for each costs
 * more in a frame than all else: each is a row, as its nights are one, with the same number.
 */

import { memo } from 'react'
import { Icon } from '../../kit/icons.tsx'
import { type GridWords, useGridWords } from '../../words/calendar-words.ts'
import type { Line } from '../lines.ts'
import type { Nights } from '../nights.ts'
import { nameOf } from './describe.ts'

/** The minimum stay of most of the nights that were read. */
export function minimumOf(nights: ReadonlyMap<number, Nights>): number {
  const [first] = nights.values()
  return first?.usualMinimum ?? 1
}

interface LineNameProps {
  line: Line
  index: number
  lineHeight: number
  /** The minimum stay of most nights; 1 says nothing. */
  minimum: number
  /** Of imports that are too old; null: there are none. */
  warning: string | null
}

export const LineName = memo(function LineName(props: LineNameProps) {
  const { line, index, lineHeight, minimum, warning } = props
  const words = useGridWords()
  const { calendar } = words
  const { kind, house, isOpen, partOf } = line
  const name = kind === 'unit' ? calendar.unit(line.name) : line.name
  return (
    <div
      role="row"
      className="name-row"
      aria-rowindex={index + 2}
      style={{ top: index * lineHeight }}
    >
      <div
        role="rowheader"
        className={`name is-${kind}${partOf === null ? '' : ' is-part'}`}
        aria-colindex={1}
        aria-label={nameOf(line, words) + (warning ? `, ${warning}` : '')}
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
            <span className="name-second">{detailOf(line, minimum, calendar)}</span>
          )}
        </span>
        {warning ? (
          <span className="name-mark is-old" title={warning}>
            <Icon name="alert" />
          </span>
        ) : null}
        {house.isMaster && kind === 'house' ? (
          <span className="name-mark" title={calendar.master}>
            <Icon name="parts" />
          </span>
        ) : null}
      </div>
    </div>
  )
})

function detailOf(
  { kind, house, partOf, types }: Line,
  minimum: number,
  words: GridWords['calendar'],
): string | null {
  if (kind === 'hotel') return words.unitTypes(types.length)
  if (minimum > 1) return words.minimum(minimum)
  return house.parentUid !== null && partOf !== null ? words.partOf(partOf) : house.city
}
