/** What one wants to know of a lead first. */

import { useHouses } from '../../calendar/houses.read.ts'
import { Countdown } from '../../kit/countdown.tsx'
import { Fact, Facts } from '../../kit/facts.tsx'
import { HouseLink } from '../../kit/lists/house-link.tsx'
import { channelText, dateText, moneyText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken, useWords } from '../../words/words.tsx'
import { isEnded, type LeadStatus } from '../leads.read.ts'
import { Assignee } from '../parts/assignee.tsx'
import { Tags } from '../parts/tags.tsx'
import { Status } from '../status.tsx'
import type { LeadProps } from './lead-props.ts'

export function LeadSummary({ lead, order, isPending }: LeadProps & { isPending: boolean }) {
  const isBlock = lead.type === 'BLOCK'
  return (
    <>
      <p className="panel-status">
        <Status status={lead.status} />
        {lead.holdExpiresUtcDateTime ? <Countdown until={lead.holdExpiresUtcDateTime} /> : null}
      </p>
      {order || (isPending && !isBlock) ? <MoneyStrip order={order} status={lead.status} /> : null}
      <StayFacts lead={lead} />
      {isBlock ? null : <Contact lead={lead} />}
      {lead.notes ? <p className="notes card-note">{lead.notes}</p> : null}
    </>
  )
}

interface MoneyStripProps {
  /** Null while it is read: its place is kept. */
  order: LeadProps['order']
  status: LeadStatus
}

function MoneyStrip({ order, status }: MoneyStripProps) {
  const { words, locale } = useSpoken()
  const amount = (of: 'totalAmount' | 'paidAmount' | 'balanceAmount') =>
    order ? moneyText(order[of], order.currency, locale) : '…'
  const isDue = order !== null && order.balanceAmount > 0 && status === 'BOOKED'
  return (
    <dl className={order ? 'money-strip' : 'money-strip is-pending'}>
      <div>
        <dt>{words.lead.total}</dt>
        <dd>{amount('totalAmount')}</dd>
      </div>
      <div>
        <dt>{words.lead.paid}</dt>
        <dd>{amount('paidAmount')}</dd>
      </div>
      <div className={isDue ? 'is-due' : ''}>
        <dt>{isEnded(status) ? words.lead.balanceName : words.lead.balance}</dt>
        <dd>{isEnded(status) ? words.lead.nothingDue : amount('balanceAmount')}</dd>
      </div>
    </dl>
  )
}

function StayFacts({ lead }: Pick<LeadProps, 'lead'>) {
  const { words, locale } = useSpoken()
  const own = useLeadWords()
  const { byUid } = useHouses()
  const labels = words.lead
  const house = lead.propertyUid ? byUid.get(lead.propertyUid) : undefined
  const unit = house?.units.find(({ unitUid }) => unitUid === lead.unitUid)
  const hasUnits = (house?.units.length ?? 0) > 1
  const { checkInLocalDateTime: from, checkOutLocalDateTime: to, guestInformation: guest } = lead
  const day = (local: string) => `${dateText(local, locale, 'weekday')}, ${local.slice(11, 16)}`
  const nights = (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / dayMs
  const people = [labels.adults(guest.adultCount)]
  if (guest.childrenCount > 0) people.push(labels.children(guest.childrenCount))
  if (guest.infantCount > 0) people.push(own.infants(guest.infantCount))
  if (guest.petCount > 0) people.push(own.pets(guest.petCount))
  const isBlock = lead.type === 'BLOCK'
  return (
    <Facts>
      <Fact name={labels.property}>
        <span className="clamp">
          <HouseLink name={house?.name} from={from}>
            <bdi>{lead.propertyUid ? (house?.name ?? '…') : own.noProperty}</bdi>
          </HouseLink>
          {unit && hasUnits ? ` · ${unit.name}` : ''}
        </span>
      </Fact>
      <Fact name={labels.arrival}>{day(from)}</Fact>
      <Fact name={labels.departure}>
        {day(to)} <span className="quiet unbroken">· {words.nights(nights)}</span>
      </Fact>
      {isBlock ? null : <Fact name={labels.guests}>{people.join(', ')}</Fact>}
    </Facts>
  )
}

/** What one looks up: open where there is room for it. */
export function MoreFacts({ lead }: Pick<LeadProps, 'lead'>) {
  const shared = useWords()
  const { lead: labels } = shared
  const words = useLeadWords()
  const isBlock = lead.type === 'BLOCK'
  return (
    <details className="more-facts" open={hasRoom()}>
      <summary>{words.details}</summary>
      <Facts>
        {isBlock ? null : <Fact name={labels.channel}>{channelText(lead.channel, shared)}</Fact>}
        <Fact name={labels.externalId}>{lead.externalBookingId}</Fact>
        <Fact name={labels.assignee}>
          <Assignee lead={lead} />
        </Fact>
        {isBlock ? null : <Papers lead={lead} />}
      </Facts>
      <Tags uid={lead.uid} isReadOnly={lead.status === 'SAMPLE'} />
    </details>
  )
}

function hasRoom(): boolean {
  return matchMedia('(width > 64rem)').matches && location.pathname.includes('/leads/')
}

const dayMs = 86_400_000

/** What the guest has signed and filled in. */
function Papers({ lead }: Pick<LeadProps, 'lead'>) {
  const words = useLeadWords()
  const isStay = lead.type === 'BOOKING' || lead.type === 'BOOKING_REQUEST'
  if (!isStay) return null
  const agreement = lead.agreementSigned ? words.agreementSigned : words.agreementOpen
  return (
    <>
      <Fact name={words.agreement}>
        {lead.rentalAgreementUrl ? <a href={lead.rentalAgreementUrl}>{agreement}</a> : agreement}
      </Fact>
      <Fact name={words.form}>
        {lead.hasCompletedPreArrivalForm ? words.formDone : words.formOpen}
      </Fact>
    </>
  )
}

function Contact({ lead }: Pick<LeadProps, 'lead'>) {
  const { words } = useSpoken()
  const { email, phoneNumber, cellPhoneNumber } = lead.guestInformation
  const phone = cellPhoneNumber || phoneNumber
  if (!email && !phone) return null
  return (
    <Facts>
      <Fact name={words.lead.email}>{email ? <a href={`mailto:${email}`}>{email}</a> : null}</Fact>
      <Fact name={words.lead.phone}>
        {phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : null}
      </Fact>
    </Facts>
  )
}
