/** The lines of a day. */
import { Button } from 'react-aria-components/Button'
import { may, useSession } from '../api/session.tsx'
import { useHouses } from '../calendar/houses.read.ts'
import { Icon } from '../kit/icons.tsx'
import { HouseLink } from '../kit/lists/house-link.tsx'
import { LeadLink } from '../leads/lead-link.tsx'
import { channelText, dateText, moneyText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'
import { AssignJob } from './acts/assign-job.tsx'
import { AssignLead } from './acts/assign-lead.tsx'
import { JobActs } from './acts/row-acts.tsx'
import { GoneLead } from './gone.tsx'
import type { Today, TodayLead } from './today.ts'

type Turnover = Today['turnovers']['items'][number]

interface LeadRowProps {
  lead: TodayLead
  open: (uid: string) => void
  /** Opens its messages. */
  write: (uid: string) => void
  /** Which of its times is shown. */
  time: 'in' | 'out' | 'until'
  isGone: boolean
}

export function LeadRow({ lead, open, write, time, isGone }: LeadRowProps) {
  const { words, locale } = useSpoken()
  const session = useSession()
  const when = {
    in: lead.checkInLocalDateTime.slice(11, 16),
    out: lead.checkOutLocalDateTime.slice(11, 16),
    until: `→ ${dateText(lead.checkOutLocalDateTime, locale, 'short')}`,
  }[time]
  return (
    <li className={isGone ? 'day-row is-gone' : 'day-row'}>
      <span className="row-text">
        <LeadButton lead={lead} open={open} />
        <HouseName {...lead} />
        <span className="quiet">{words.guests(lead.guests)}</span>
        <span className="quiet">{channelText(lead.channel, words)}</span>
        <Due lead={lead} />
      </span>
      <span className="row-tail">
        <span className="number">{when}</span>
        {isGone ? <GoneLead uid={lead.leadUid} /> : null}
        {lead.guestName && may(session, 'inbox:write') ? (
          <Button
            className="icon-button small"
            aria-label={words.today.writeTo(lead.guestName)}
            onPress={() => write(lead.leadUid)}
          >
            <Icon name="mail" />
          </Button>
        ) : null}
        <AssignLead lead={lead} />
      </span>
    </li>
  )
}

export function LeadButton({ lead, open }: Pick<LeadRowProps, 'lead' | 'open'>) {
  const { words } = useSpoken()
  const name =
    lead.guestName ?? (lead.type === 'BLOCK' ? words.lead.types.BLOCK : words.lead.noName)
  return (
    <LeadLink uid={lead.leadUid} open={open}>
      <bdi>{name}</bdi>
    </LeadLink>
  )
}

export function HouseName(props: { propertyUid: string | null; unitUid: string | null }) {
  const { byUid } = useHouses()
  const house = props.propertyUid ? byUid.get(props.propertyUid) : undefined
  const unit = house?.units.find(({ unitUid }) => unitUid === props.unitUid)
  return (
    <span className="house clamp">
      <HouseLink name={house?.name}>
        <bdi>{house?.name}</bdi>
      </HouseLink>
      {unit ? <span className="quiet"> · {unit.name}</span> : null}
    </span>
  )
}

export function Due({ lead }: { lead: TodayLead }) {
  const { words, locale } = useSpoken()
  const { balanceAmount: due, currency } = lead
  if (!due || due <= 0 || !currency) return null
  return (
    <span className="due" title={words.lead.due}>
      <Icon name="due" />
      <span className="for-readers">{words.lead.due}</span>
      <span className="number">{moneyText(due, currency, locale)}</span>
    </span>
  )
}

interface TurnoverRowProps {
  turnover: Turnover
  open: (uid: string) => void
  isGone: boolean
}

export function TurnoverRow({ turnover, open, isGone }: TurnoverRowProps) {
  const { words } = useSpoken()
  return (
    <li className={isGone ? 'day-row is-gone' : 'day-row'}>
      <HouseName {...turnover} />
      <LeadButton lead={turnover} open={open} />
      <span className={turnover.isReady ? 'ready is-ready' : 'ready'}>
        <Icon name={turnover.isReady ? 'check' : 'job'} />
        {turnover.isReady ? words.today.ready : words.today.notReady}
      </span>
      {turnover.jobs.map(job => (
        <span key={job.jobUid} className="turnover-job">
          <span className="quiet">{words.today.jobStatus[job.status]}</span>
          <AssignJob job={job} />
          <JobActs job={job} />
        </span>
      ))}
    </li>
  )
}
