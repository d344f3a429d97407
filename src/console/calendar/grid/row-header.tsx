/**
 * Sticky names of the lines. They share one compositing layer, because a layer for each slows down
 * scrolling. Each is a row with the same index as the row of its nights.
 */

import { memo } from 'react'
import { type GridTranslations, useGridTranslations } from '../../i18n/calendar-translations.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Line } from '../lines.ts'
import type { Nights } from '../nights.ts'
import { lineName } from './aria-labels.ts'

/** Returns the most frequent minimum stay of the loaded nights. */
export function usualMinimum(nights: ReadonlyMap<number, Nights>): number {
  const [firstTile] = nights.values()
  return firstTile?.usualMinimum ?? 1
}

interface LineNameProps {
  line: Line
  index: number
  lineHeight: number
  /** Most frequent minimum stay; 1 is not displayed. */
  minimum: number
  /** Warning about outdated imports; null if there are none. */
  warning: string | null
}

export const LineName = memo(function LineName(props: LineNameProps) {
  const { line, index, lineHeight, minimum, warning } = props
  const texts = useGridTranslations()
  const { calendar } = texts
  const { kind, property, isOpen, parentName } = line
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
        className={`name is-${kind}${parentName === null ? '' : ' is-part'}`}
        aria-colindex={1}
        aria-label={lineName(line, texts) + (warning ? `, ${warning}` : '')}
      >
        {isOpen === null ? null : (
          <button
            type="button"
            className="opener"
            data-toggle={line.id}
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
            <span className="name-second">{describeLine(line, minimum, calendar)}</span>
          )}
        </span>
        {warning ? (
          <span className="name-mark is-old" title={warning}>
            <Icon name="alert" />
          </span>
        ) : null}
        {property.isMaster && kind === 'house' ? (
          <span className="name-mark" title={calendar.master}>
            <Icon name="parts" />
          </span>
        ) : null}
      </div>
    </div>
  )
})

function describeLine(
  { kind, property, parentName, types }: Line,
  minimum: number,
  texts: GridTranslations['calendar'],
): string | null {
  if (kind === 'hotel') return texts.unitTypes(types.length)
  if (minimum > 1) return texts.minimum(minimum)
  return property.parentUid !== null && parentName !== null
    ? texts.partOf(parentName)
    : property.city
}
