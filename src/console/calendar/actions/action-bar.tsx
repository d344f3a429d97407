/** Toolbars with actions for selected nights, or for the open stay. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { useLocation } from 'wouter'
import { may, useSession } from '../../api/session.tsx'
import { useCalendarTranslations, useGridLocalization } from '../../i18n/calendar-translations.ts'
import { dayText } from '../../i18n/format.ts'
import { useHasPage } from '../../routing/address.ts'
import { dateOf } from '../../shared/days.ts'
import { usePageActions } from '../../shared/page-actions.ts'
import { Icon } from '../../ui/icons.tsx'
import { barName, lineName } from '../grid/aria-labels.ts'
import { isUnchanged, type Placement } from '../placement.ts'
import { freeLines, type NightsAt, type Selection } from '../selection.ts'
import type { SelectionAction } from './use-interaction.ts'

function ActionToolbar(props: { label: string; children: ReactNode }) {
  return (
    <div className="act-bar" role="toolbar" aria-label={props.label}>
      {props.children}
    </div>
  )
}

const quoteActions = ['quote', 'hold', 'book'] as const
const isQuoteAction = (action: SelectionAction): action is (typeof quoteActions)[number] =>
  (quoteActions as readonly string[]).includes(action)
const rateActions = ['price', 'minimum', 'arrivals'] as const

interface SelectionToolbarProps {
  selection: Selection
  nightsAt: NightsAt
  openForm: (action: SelectionAction, selection: Selection, minimum?: number | null) => void
  clear: () => void
}

export function SelectionToolbar({ selection, nightsAt, openForm, clear }: SelectionToolbarProps) {
  const session = useSession()
  const { chosen } = useCalendarTranslations()
  const { texts } = useGridLocalization()
  const availableLines = freeLines(selection, nightsAt)
  const gapNights = selectedGap(selection, nightsAt)
  const openQuotePage = useQuotePage()
  const actions = useOfferedActions(selection, availableLines.length)
  const dates = useDateRangeText(selection.from, selection.to + 1)
  // A selection has at least one line.
  const [firstLine] = selection.lines
  const { lines } = selection
  const isFree = availableLines.length === lines.length
  const isPartlyFree = lines.length > 1 && availableLines.length > 0
  const begin = (action: SelectionAction) =>
    isQuoteAction(action) ? openQuotePage(action, selection) : openForm(action, selection)
  usePageActions(actions.map(action => ({ name: chosen.acts[action], run: () => begin(action) })))
  const countText = lines.some(({ unit }) => unit) ? chosen.rows : texts.calendar.properties
  const stateText = isPartlyFree
    ? chosen.partlyFree(availableLines.length, lines.length)
    : chosen.taken
  return (
    <ActionToolbar label={chosen.label}>
      <p className="act-text" role="status">
        <b>{lines.length === 1 ? lineName(firstLine!, texts) : countText(lines.length)}</b> {dates}
        {isFree ? null : <span className="due"> {stateText}</span>}
        {selection.anchor ? <span className="quiet act-hint"> {chosen.goOn}</span> : null}
      </p>
      <div className="act-buttons">
        {gapNights !== null && may(session, 'selling:write') ? (
          <Button
            className="button small"
            onPress={() => openForm('minimum', selection, gapNights)}
          >
            {chosen.gap(gapNights)}
          </Button>
        ) : null}
        {actions.map(action => (
          <Button key={action} className="button plain small" onPress={() => begin(action)}>
            {chosen.acts[action]}
          </Button>
        ))}
        <Button className="icon-button small" aria-label={chosen.clear} onPress={clear}>
          <Icon name="close" />
        </Button>
      </div>
    </ActionToolbar>
  )
}

/** Lists the actions that the user may perform on the selected nights. */
function useOfferedActions(
  { lines, from, to }: Selection,
  freeLineCount: number,
): SelectionAction[] {
  const session = useSession()
  const isOneFreeLine = lines.length === 1 && freeLineCount === 1
  const mayBook = may(session, 'bookings:write')
  const hasQuotes = useHasQuotes()
  return [
    ...(mayBook && isOneFreeLine && hasQuotes ? quoteActions : []),
    ...(mayBook && freeLineCount === lines.length ? (['block'] as const) : []),
    ...(may(session, 'selling:write') ? rateActions : []),
    ...(lines.length === 1 && from === to ? (['history'] as const) : []),
  ]
}

export function useHasQuotes(): boolean {
  return useHasPage('/reservations/new')
}

/** Opens the page that quotes, holds and books the chosen nights. */
export function useQuotePage() {
  const [, navigate] = useLocation()
  return (as: (typeof quoteActions)[number], { lines, from, to }: Selection) => {
    const [line] = lines
    const query = new URLSearchParams({
      propertyUid: line!.property.propertyUid,
      ...(line!.unit ? { unitUid: line!.unit.unitUid } : {}),
      from: dateOf(from),
      to: dateOf(to + 1),
      as,
    })
    navigate(`/reservations/new?${query}`)
  }
}

/**
 * Returns the number of nights of the selected gap, which is free but shorter than the minimum
 * stay; null if the selection does not begin a gap.
 */
function selectedGap({ lines, from, to }: Selection, nightsAt: NightsAt): number | null {
  // A gap is recognized only if a single line is selected, from the first night of the gap.
  const [line] = lines
  const nights = lines.length === 1 ? nightsAt(line!, from) : undefined
  if (!nights?.isGap[from - nights.firstDay]) return null
  let gapEnd = from
  while (nights.isGap[gapEnd - nights.firstDay]) gapEnd++
  const startsGap = !nights.isGap[from - 1 - nights.firstDay]
  return startsGap && to < gapEnd ? gapEnd - from : null
}

interface StayToolbarProps {
  placement: Placement
  move: (placement: Placement) => void
  change: (placement: Placement) => void
}

export function StayToolbar({ placement, move, change }: StayToolbarProps) {
  const { stay } = useCalendarTranslations()
  const { texts } = useGridLocalization()
  const dates = useDateRangeText(placement.from, placement.to)
  usePageActions([
    { name: stay.move, run: () => move(placement) },
    { name: stay.change, run: () => change(placement) },
  ])
  return (
    <ActionToolbar label={stay.label}>
      <p className="act-text">
        <b>{barName(placement.stay, texts)}</b> {dates}
      </p>
      <div className="act-buttons">
        <Button className="button plain small" onPress={() => move(placement)}>
          {stay.move}
        </Button>
        <Button className="button plain small" onPress={() => change(placement)}>
          {stay.change}
        </Button>
      </div>
    </ActionToolbar>
  )
}

interface MoveToolbarProps {
  placement: Placement
  cancel: () => void
}

export function MoveToolbar({ placement, cancel }: MoveToolbarProps) {
  const { stay } = useCalendarTranslations()
  const { texts } = useGridLocalization()
  const dates = useDateRangeText(placement.from, placement.to)
  const name = barName(placement.stay, texts)
  const target = lineName(placement.line, texts)
  return (
    <ActionToolbar label={stay.label}>
      <p className="act-text" role="status">
        <b>{isUnchanged(placement) ? name : stay.moving(name, target, dates)}</b>
        <span className="quiet act-hint">{stay.movingHelp}</span>
      </p>
      <Button className="button plain small" onPress={cancel}>
        {stay.giveUp}
      </Button>
    </ActionToolbar>
  )
}

/** Formats dates: `Fri, 4 Dec – Mon, 7 Dec, 3 nights`. */
export function useDateRangeText(from: number, to: number): string {
  const { texts, locale } = useGridLocalization()
  const format = (day: number) => dayText(day, locale, 'weekday')
  return `${format(from)} – ${format(to)}, ${texts.nights(to - from)}`
}
