/** Conflicts with other leads: marked in the grid, with free nights and units as buttons. */
import { useEffect, useMemo } from 'react'
import { Button } from 'react-aria-components/Button'
import { ApiProblem } from '../../api/problem.ts'
import { useCalendarTranslations, useGridLocalization } from '../../i18n/calendar-translations.ts'
import { dayText, rangeText, timeText } from '../../i18n/format.ts'
import { dayOf } from '../../shared/days.ts'
import type { Obstacle } from '../grid/overlays.tsx'
import type { Line } from '../lines.ts'

/** Error body (contract/leads.md §6). */
interface NotAvailableBody {
  propertyUid: string
  unitUid: string | null
  conflicts: Conflict[]
  nextFree: { checkInLocalDate: string; checkOutLocalDate: string; unitUid: string | null }[]
  freeUnits: string[]
}

interface Conflict {
  nights: string[]
  reason: 'STAY' | 'TURNOVER' | 'LINKED'
  leadUid?: string
  freesUtcDateTime: string | null
}

export interface Alternative {
  from?: number
  to?: number
  unitUid?: string | null
}

export function isNotAvailable(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.body.code === 'NOT_AVAILABLE'
}

interface UnavailableNightsProps {
  error: ApiProblem
  /** Lines whose nights were requested. */
  lines: readonly Line[]
  setObstacles: (obstacles: readonly Obstacle[]) => void
  openLead: (uid: string) => void
  /** Applies an alternative; if absent, only the conflicts are listed. */
  apply?: (alternative: Alternative) => void
}

export function UnavailableNights({
  error,
  lines,
  setObstacles,
  openLead,
  apply,
}: UnavailableNightsProps) {
  const { refusal } = useCalendarTranslations()
  const bodies = useMemo(() => listBodies(error), [error])
  useEffect(() => {
    setObstacles(bodies.flatMap(body => toObstacles(body, lines)))
    return () => setObstacles([])
  }, [bodies, lines, setObstacles])
  return (
    <div className="problem" role="alert">
      <h2>{refusal.title}</h2>
      {bodies.map(body => (
        <div key={body.propertyUid} className="refusal">
          {bodies.length > 1 ? <h3>{findPropertyName(lines, body)}</h3> : null}
          <ul>
            {body.conflicts.map((conflict, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <ConflictItem key={i} {...{ conflict, openLead }} />
            ))}
          </ul>
          {apply ? <Alternatives body={body} line={lines[0]!} apply={apply} /> : null}
        </div>
      ))}
    </div>
  )
}

/** Returns one body, or one for each property of a bulk request. */
function listBodies({ body }: ApiProblem): NotAvailableBody[] {
  const bodies = body.refusals as NotAvailableBody[] | undefined
  return bodies ?? [body as unknown as NotAvailableBody]
}

function findPropertyName(lines: readonly Line[], { propertyUid }: NotAvailableBody): string {
  return lines.find(({ property }) => property.propertyUid === propertyUid)?.property.name ?? ''
}

function toObstacles(body: NotAvailableBody, lines: readonly Line[]): Obstacle[] {
  const { propertyUid, unitUid, conflicts } = body
  const propertyLines = lines.filter(({ property }) => property.propertyUid === propertyUid)
  const line =
    propertyLines.find(({ unit }) => unit?.unitUid === unitUid) ?? propertyLines[0] ?? lines[0]
  if (!line) return []
  return [{ lineId: line.id, nights: conflicts.flatMap(({ nights }) => nights.map(dayOf)) }]
}

function ConflictItem(props: { conflict: Conflict; openLead: (uid: string) => void }) {
  const { refusal } = useCalendarTranslations()
  const { locale, timeZone } = useGridLocalization()
  const { nights, reason, leadUid, freesUtcDateTime: freesUtc } = props.conflict
  const dates = rangeText(nights[0]!, nights.at(-1)!, locale)
  const freesText = freesUtc ? refusal.frees(timeText(freesUtc, locale, timeZone)) : null
  return (
    <li>
      {refusal.night(dates, refusal.reasons[reason])}
      {freesText ? <span className="quiet"> ({freesText})</span> : null}{' '}
      {leadUid ? (
        <Button className="button plain small" onPress={() => props.openLead(leadUid)}>
          {refusal.open}
        </Button>
      ) : null}
    </li>
  )
}

interface AlternativesProps {
  body: NotAvailableBody
  line: Line
  apply: (alternative: Alternative) => void
}

function Alternatives({ body, line, apply }: AlternativesProps) {
  const { refusal } = useCalendarTranslations()
  const { texts, locale } = useGridLocalization()
  const unitName = (uid: string) => {
    const unit = line.property.units.find(({ unitUid }) => unitUid === uid)
    return texts.calendar.unit(unit?.name ?? '')
  }
  const formatDate = (date: string) => dayText(dayOf(date), locale, 'weekday')
  return (
    <>
      {body.freeUnits.length > 0 ? (
        <p className="choices">
          <span>{refusal.units}</span>
          {body.freeUnits.map(unitUid => (
            <Button key={unitUid} className="button plain small" onPress={() => apply({ unitUid })}>
              {unitName(unitUid)}
            </Button>
          ))}
        </p>
      ) : null}
      {body.nextFree.length > 0 ? (
        <p className="choices">
          <span>{refusal.nextFree}</span>
          {body.nextFree.map(({ checkInLocalDate: from, checkOutLocalDate: to, unitUid }) => (
            <Button
              key={from}
              className="button plain small"
              onPress={() => apply({ from: dayOf(from), to: dayOf(to), unitUid })}
            >
              {formatDate(from)} – {formatDate(to)}
            </Button>
          ))}
        </p>
      ) : null}
    </>
  )
}
