/** Nights that others have: told, drawn on the grid, and what is free instead as buttons. */
import { useEffect, useMemo } from 'react'
import { Button } from 'react-aria-components/Button'
import { ApiProblem } from '../../api/problem.ts'
import { useCalendarWords, useGridSpoken } from '../../words/calendar-words.ts'
import { dayText, rangeText, timeText } from '../../words/format.ts'
import { dayOf } from '../days.ts'
import type { Obstacle } from '../grid/marks.tsx'
import type { Line } from '../lines.ts'

/** Contract/leads.md §6. */
interface RefusalBody {
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

/** Where else the nights are to be had. */
export interface Instead {
  from?: number
  to?: number
  unitUid?: string | null
}

export function isRefusal(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.body.code === 'NOT_AVAILABLE'
}

interface RefusalProps {
  error: ApiProblem
  /** The lines that were asked for. */
  lines: readonly Line[]
  refused: (obstacles: readonly Obstacle[]) => void
  openLead: (uid: string) => void
  /** Absent: only what stands in the way is told. */
  take?: (instead: Instead) => void
}

export function Refusal({ error, lines, refused, openLead, take }: RefusalProps) {
  const { refusal } = useCalendarWords()
  const bodies = useMemo(() => bodiesOf(error), [error])
  useEffect(() => {
    refused(bodies.flatMap(body => obstaclesOf(body, lines)))
    return () => refused([])
  }, [bodies, lines, refused])
  return (
    <div className="problem" role="alert">
      <h2>{refusal.title}</h2>
      {bodies.map(body => (
        <div key={body.propertyUid} className="refusal">
          {bodies.length > 1 ? <h3>{nameIn(lines, body)}</h3> : null}
          <ul>
            {body.conflicts.map((conflict, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <ConflictItem key={i} {...{ conflict, openLead }} />
            ))}
          </ul>
          {take ? <Alternatives body={body} line={lines[0]!} take={take} /> : null}
        </div>
      ))}
    </div>
  )
}

/** One, or one for each place of several. */
function bodiesOf({ body }: ApiProblem): RefusalBody[] {
  const several = body.refusals as RefusalBody[] | undefined
  return several ?? [body as unknown as RefusalBody]
}

function nameIn(lines: readonly Line[], { propertyUid }: RefusalBody): string {
  return lines.find(({ house }) => house.propertyUid === propertyUid)?.house.name ?? ''
}

function obstaclesOf(body: RefusalBody, lines: readonly Line[]): Obstacle[] {
  const { propertyUid, unitUid, conflicts } = body
  const own = lines.filter(({ house }) => house.propertyUid === propertyUid)
  const line = own.find(({ unit }) => unit?.unitUid === unitUid) ?? own[0] ?? lines[0]
  if (!line) return []
  return [{ lineId: line.id, nights: conflicts.flatMap(({ nights }) => nights.map(dayOf)) }]
}

function ConflictItem(props: { conflict: Conflict; openLead: (uid: string) => void }) {
  const { refusal } = useCalendarWords()
  const { locale } = useGridSpoken()
  const { nights, reason, leadUid, freesUtcDateTime: frees } = props.conflict
  const dates = rangeText(nights[0]!, nights.at(-1)!, locale)
  const until = frees ? refusal.frees(timeText(frees, locale)) : null
  return (
    <li>
      {refusal.night(dates, refusal.reasons[reason])}
      {until ? <span className="quiet"> ({until})</span> : null}{' '}
      {leadUid ? (
        <Button className="button plain small" onPress={() => props.openLead(leadUid)}>
          {refusal.open}
        </Button>
      ) : null}
    </li>
  )
}

interface AlternativesProps {
  body: RefusalBody
  line: Line
  take: (instead: Instead) => void
}

function Alternatives({ body, line, take }: AlternativesProps) {
  const { refusal } = useCalendarWords()
  const { words, locale } = useGridSpoken()
  const nameOfUnit = (uid: string) => {
    const unit = line.house.units.find(({ unitUid }) => unitUid === uid)
    return words.calendar.unit(unit?.name ?? '')
  }
  const day = (date: string) => dayText(dayOf(date), locale, 'weekday')
  return (
    <>
      {body.freeUnits.length > 0 ? (
        <p className="choices">
          <span>{refusal.units}</span>
          {body.freeUnits.map(unitUid => (
            <Button key={unitUid} className="button plain small" onPress={() => take({ unitUid })}>
              {nameOfUnit(unitUid)}
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
              onPress={() => take({ from: dayOf(from), to: dayOf(to), unitUid })}
            >
              {day(from)} – {day(to)}
            </Button>
          ))}
        </p>
      ) : null}
    </>
  )
}
