/** Summary of a lead: status, money, stay and contact. */

import { dateText, moneyText } from '../../i18n/format.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useLocalization, useTranslations } from '../../i18n/translations.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list.tsx'
import { dayOf } from '../days.ts'
import { PropertyLink } from '../property-link.tsx'
import { isEnded, type Lead, type LeadOverview, type LeadStatus } from './leads.query.ts'
import { Assignee } from './sections/assignee.tsx'
import { ChannelName } from './sections/channel-name.tsx'
import { Tags } from './sections/tags.tsx'
import { Status } from './status.tsx'

interface LeadSummaryProps {
  lead: Lead
  overview: LeadOverview
}

export function LeadSummary({ lead, overview }: LeadSummaryProps) {
  const { order } = overview
  return (
    <>
      <p className="panel-status">
        <Status status={lead.status} />
        {lead.holdExpiresUtcDateTime ? <Countdown until={lead.holdExpiresUtcDateTime} /> : null}
      </p>
      {order ? <MoneyStrip order={order} status={lead.status} /> : null}
      <StayDetails lead={lead} {...overview} />
      {lead.type === 'BLOCK' ? null : <Contact lead={lead} />}
      {lead.notes ? <p className="notes card-note">{lead.notes}</p> : null}
    </>
  )
}

interface MoneyStripProps {
  order: NonNullable<LeadOverview['order']>
  status: LeadStatus
}

function MoneyStrip({ order, status }: MoneyStripProps) {
  const { texts, locale } = useLocalization()
  const amountText = (field: 'totalAmount' | 'paidAmount' | 'balanceAmount') =>
    moneyText(Number(order[field]), order.currency, locale)
  const isDue = Number(order.balanceAmount) > 0 && status === 'BOOKED'
  return (
    <dl className="money-strip">
      <div>
        <dt>{texts.lead.total}</dt>
        <dd>{amountText('totalAmount')}</dd>
      </div>
      <div>
        <dt>{texts.lead.paid}</dt>
        <dd>{amountText('paidAmount')}</dd>
      </div>
      <div className={isDue ? 'is-due' : ''}>
        <dt>{isEnded(status) ? texts.lead.balanceName : texts.lead.balance}</dt>
        <dd>{isEnded(status) ? texts.lead.nothingDue : amountText('balanceAmount')}</dd>
      </div>
    </dl>
  )
}

function StayDetails(props: Pick<LeadOverview, 'property' | 'unit'> & { lead: Lead }) {
  const { lead, property, unit } = props
  const { texts, locale } = useLocalization()
  const leadTexts = useLeadTranslations()
  const labels = texts.lead
  const { checkInLocalDateTime: from, checkOutLocalDateTime: to, guestInformation: guest } = lead
  const formatTime = (local: string) =>
    `${dateText(local, locale, 'weekday')}, ${local.slice(11, 16)}`
  const nights = dayOf(to) - dayOf(from)
  const guestTexts = [labels.adults(guest.adultCount)]
  if (guest.childrenCount > 0) guestTexts.push(labels.children(guest.childrenCount))
  if (guest.infantCount > 0) guestTexts.push(leadTexts.infants(guest.infantCount))
  if (guest.petCount > 0) guestTexts.push(leadTexts.pets(guest.petCount))
  const isBlock = lead.type === 'BLOCK'
  return (
    <DescriptionList>
      <DescriptionItem name={labels.property}>
        <span className="clamp">
          <PropertyLink name={property?.name} from={from}>
            <bdi>{property?.name ?? leadTexts.noProperty}</bdi>
          </PropertyLink>
          {unit ? ` · ${unit.name}` : ''}
        </span>
      </DescriptionItem>
      <DescriptionItem name={labels.arrival}>{formatTime(from)}</DescriptionItem>
      <DescriptionItem name={labels.departure}>
        {formatTime(to)} <span className="quiet unbroken">{texts.nights(nights)}</span>
      </DescriptionItem>
      {isBlock ? null : (
        <DescriptionItem name={labels.guests}>{guestTexts.join(', ')}</DescriptionItem>
      )}
    </DescriptionList>
  )
}

/** Shows secondary details, expanded if there is enough room. */
export function MoreDetails({ lead, overview }: LeadSummaryProps) {
  const shared = useTranslations()
  const { lead: labels } = shared
  const texts = useLeadTranslations()
  const isBlock = lead.type === 'BLOCK'
  return (
    <details className="more-facts" open={hasRoom()}>
      <summary>{texts.details}</summary>
      <DescriptionList>
        {isBlock ? null : (
          <DescriptionItem name={labels.channel}>
            <ChannelName channel={lead.channel} />
          </DescriptionItem>
        )}
        <DescriptionItem name={labels.externalId}>{lead.externalBookingId}</DescriptionItem>
        <DescriptionItem name={labels.assignee}>
          <Assignee lead={lead} />
        </DescriptionItem>
        {isBlock ? null : <Documents lead={lead} />}
      </DescriptionList>
      <Tags uid={lead.uid} tags={overview.tags} isReadOnly={lead.status === 'SAMPLE'} />
    </details>
  )
}

function hasRoom(): boolean {
  return matchMedia('(width > 64rem)').matches && location.pathname.includes('/reservations/')
}

/** Shows the state of the rental agreement and of the pre-arrival form. */
function Documents({ lead }: Pick<LeadSummaryProps, 'lead'>) {
  const texts = useLeadTranslations()
  const isStay = lead.type === 'BOOKING' || lead.type === 'BOOKING_REQUEST'
  if (!isStay) return null
  const agreement = lead.agreementSigned ? texts.agreementSigned : texts.agreementOpen
  return (
    <>
      <DescriptionItem name={texts.agreement}>
        {lead.rentalAgreementUrl ? <a href={lead.rentalAgreementUrl}>{agreement}</a> : agreement}
      </DescriptionItem>
      <DescriptionItem name={texts.form}>
        {lead.hasCompletedPreArrivalForm ? texts.formDone : texts.formOpen}
      </DescriptionItem>
    </>
  )
}

function Contact({ lead }: Pick<LeadSummaryProps, 'lead'>) {
  const { texts } = useLocalization()
  const { email, phoneNumber, cellPhoneNumber } = lead.guestInformation
  const phone = cellPhoneNumber || phoneNumber
  if (!email && !phone) return null
  return (
    <DescriptionList>
      <DescriptionItem name={texts.lead.email}>
        {email ? <a href={`mailto:${email}`}>{email}</a> : null}
      </DescriptionItem>
      <DescriptionItem name={texts.lead.phone}>
        {phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : null}
      </DescriptionItem>
    </DescriptionList>
  )
}
