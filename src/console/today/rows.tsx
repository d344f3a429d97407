/** Rows of the lists of a day. */
import { Button } from 'react-aria-components/Button'
import { may, useSession } from '../api/session.tsx'
import { channelText, dateText, moneyText } from '../i18n/format.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { LeadLink } from '../shared/lead/lead-link.tsx'
import { useProperties } from '../shared/properties.query.ts'
import { PropertyLink } from '../shared/property-link.tsx'
import { Icon } from '../ui/icons.tsx'
import { AssignJob } from './actions/assign-job.tsx'
import { AssignLead } from './actions/assign-lead.tsx'
import { JobActions } from './actions/row-actions.tsx'
import { RemovedLead } from './removed-rows.tsx'
import type { Today, TodayLead } from './today.ts'

type Turnover = Today['turnovers']['items'][number]

interface LeadRowProps {
  lead: TodayLead
  open: (uid: string) => void
  /** Opens the messages of the lead. */
  write: (uid: string) => void
  /** Displayed time. */
  time: 'in' | 'out' | 'until'
  isRemoved: boolean
}

export function LeadRow({ lead, open, write, time, isRemoved }: LeadRowProps) {
  const { texts, locale } = useLocalization()
  const session = useSession()
  const timeText = {
    in: lead.checkInLocalDateTime.slice(11, 16),
    out: lead.checkOutLocalDateTime.slice(11, 16),
    until: `→ ${dateText(lead.checkOutLocalDateTime, locale, 'short')}`,
  }[time]
  return (
    <li className={isRemoved ? 'day-row is-gone' : 'day-row'}>
      <span className="row-text">
        <LeadButton lead={lead} open={open} />
        <PropertyName {...lead} />
        <span className="quiet">{texts.guests(lead.guests)}</span>
        <span className="quiet">{channelText(lead.channel, texts)}</span>
        <Due lead={lead} />
      </span>
      <span className="row-tail">
        <span className="number">{timeText}</span>
        {isRemoved ? <RemovedLead uid={lead.leadUid} /> : null}
        {lead.guestName && may(session, 'inbox:write') ? (
          <Button
            className="icon-button small"
            aria-label={texts.today.writeTo(lead.guestName)}
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
  const { texts } = useLocalization()
  const name =
    lead.guestName ?? (lead.type === 'BLOCK' ? texts.lead.types.BLOCK : texts.lead.noName)
  return (
    <LeadLink uid={lead.leadUid} open={open}>
      <bdi>{name}</bdi>
    </LeadLink>
  )
}

export function PropertyName(props: { propertyUid: string | null; unitUid: string | null }) {
  const { byUid } = useProperties()
  const property = props.propertyUid ? byUid.get(props.propertyUid) : undefined
  const unit = property?.units.find(({ unitUid }) => unitUid === props.unitUid)
  return (
    <span className="house clamp">
      <PropertyLink name={property?.name}>
        <bdi>{property?.name}</bdi>
      </PropertyLink>
      {unit ? <span className="quiet"> · {unit.name}</span> : null}
    </span>
  )
}

export function Due({ lead }: { lead: TodayLead }) {
  const { texts, locale } = useLocalization()
  const { balanceAmount: due, currency } = lead
  if (!due || due <= 0 || !currency) return null
  return (
    <span className="due" title={texts.lead.due}>
      <Icon name="due" />
      <span className="for-readers">{texts.lead.due}</span>
      <span className="number">{moneyText(due, currency, locale)}</span>
    </span>
  )
}

interface TurnoverRowProps {
  turnover: Turnover
  open: (uid: string) => void
  isRemoved: boolean
}

export function TurnoverRow({ turnover, open, isRemoved }: TurnoverRowProps) {
  const { texts } = useLocalization()
  return (
    <li className={isRemoved ? 'day-row is-gone' : 'day-row'}>
      <PropertyName {...turnover} />
      <LeadButton lead={turnover} open={open} />
      <span className={turnover.isReady ? 'ready is-ready' : 'ready'}>
        <Icon name={turnover.isReady ? 'check' : 'job'} />
        {turnover.isReady ? texts.today.ready : texts.today.notReady}
      </span>
      {turnover.jobs.map(job => (
        <span key={job.jobUid} className="turnover-job">
          <span className="quiet">{texts.today.jobStatus[job.status]}</span>
          <AssignJob job={job} />
          <JobActions job={job} />
        </span>
      ))}
    </li>
  )
}
