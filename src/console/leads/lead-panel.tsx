/** A lead beside whatever page one was on; what is behind it stays usable. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { useHouses } from '../calendar/houses.read.ts'
import { Icon } from '../kit/icons.tsx'
import { Problem } from '../kit/problem.tsx'
import { channelText, dateText, moneyText, timeText } from '../words/format.ts'
import { useSpoken, useWords } from '../words/words.tsx'
import { guestName, type Lead, useLead, useOrder } from './leads.read.ts'
import { Status } from './status.tsx'

interface LeadPanelProps {
  uid: string
  close: () => void
}

export function LeadPanel({ uid, close }: LeadPanelProps) {
  const words = useWords()
  const { data: lead, error, refetch } = useLead(uid)
  const panel = useFocusBack(close)
  return (
    <aside ref={panel} className="panel" aria-label={words.lead.title} tabIndex={-1}>
      <header className="panel-head">
        <h2>{lead ? titleOf(lead, words.lead.noName, words.lead.types.BLOCK) : '…'}</h2>
        <Button className="icon-button" aria-label={words.lead.close} onPress={close}>
          <Icon name="close" />
        </Button>
      </header>
      {error ? <Problem error={error} again={refetch} /> : null}
      {lead ? <LeadFacts lead={lead} /> : error ? null : <p>{words.frame.loading}</p>}
    </aside>
  )
}

function titleOf(lead: Lead, noName: string, block: string): string {
  const { firstName = null, lastName = null } = lead.guestInformation
  const name = guestName({ guestInformation: { firstName, lastName } })
  return name ?? (lead.type === 'BLOCK' ? block : noName)
}

/** Takes the focus, closes with Escape, and gives the focus back to where it was. */
function useFocusBack(close: () => void) {
  const panel = useRef<HTMLElement>(null)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const before = document.activeElement
    panel.current!.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('[data-modal], [role=menu]')) return
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return panel
}

function LeadFacts({ lead }: { lead: Lead }) {
  const { words, locale } = useSpoken()
  const { byUid } = useHouses()
  const labels = words.lead
  const house = lead.propertyUid ? byUid.get(lead.propertyUid) : undefined
  const unit = house?.units.find(({ unitUid }) => unitUid === lead.unitUid)
  const { guestInformation: guest } = lead
  const people = [labels.adults(guest.adultCount)]
  if (guest.childrenCount > 0) people.push(labels.children(guest.childrenCount))
  const day = (local: string) => `${dateText(local, locale, 'weekday')}, ${local.slice(11, 16)}`
  const { holdExpiresUtcDateTime: hold, metadata } = lead
  const { createdUtcDateTime, updatedUtcDateTime } = metadata
  return (
    <>
      <p className="panel-status">
        <Status status={lead.status} />
        {hold ? <span className="quiet">{labels.holdUntil(timeText(hold, locale))}</span> : null}
      </p>
      <Facts>
        <Fact name={labels.property}>
          {house?.name}
          {unit ? ` · ${unit.name}` : ''}
        </Fact>
        <Fact name={labels.arrival}>{day(lead.checkInLocalDateTime)}</Fact>
        <Fact name={labels.departure}>{day(lead.checkOutLocalDateTime)}</Fact>
        {lead.type === 'BLOCK' ? null : <Fact name={labels.guests}>{people.join(', ')}</Fact>}
        <Fact name={labels.channel}>{channelText(lead.channel)}</Fact>
        <Fact name={labels.externalId}>{lead.externalBookingId}</Fact>
      </Facts>
      {lead.type === 'BLOCK' ? null : <Contact lead={lead} />}
      {lead.type === 'BLOCK' ? null : <Money uid={lead.uid} />}
      {lead.notes ? (
        <section>
          <h3>{labels.notes}</h3>
          <p className="notes">{lead.notes}</p>
        </section>
      ) : null}
      <p className="quiet small">
        {labels.created} {timeText(createdUtcDateTime, locale)} · {labels.updated}{' '}
        {timeText(updatedUtcDateTime, locale)}
      </p>
    </>
  )
}

function Contact({ lead }: { lead: Lead }) {
  const { lead: labels } = useWords()
  const { email, phoneNumber, cellPhoneNumber } = lead.guestInformation
  const phone = cellPhoneNumber || phoneNumber
  if (!email && !phone) return null
  return (
    <section>
      <h3>{labels.contact}</h3>
      <Facts>
        <Fact name={labels.email}>{email ? <a href={`mailto:${email}`}>{email}</a> : null}</Fact>
        <Fact name={labels.phone}>
          {phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : null}
        </Fact>
      </Facts>
    </section>
  )
}

function Money({ uid }: { uid: string }) {
  const { words, locale } = useSpoken()
  const { data: order, error, refetch, isPending } = useOrder(uid)
  const labels = words.lead
  const amount = (value: number) => moneyText(value, order!.currency, locale)
  return (
    <section>
      <h3>{labels.money}</h3>
      {error ? <Problem error={error} again={refetch} /> : null}
      {order ? (
        <Facts>
          <Fact name={labels.total}>{amount(order.totalAmount)}</Fact>
          <Fact name={labels.paid}>{amount(order.paidAmount)}</Fact>
          <Fact name={labels.balance}>
            {order.balanceAmount > 0 ? <b>{amount(order.balanceAmount)}</b> : amount(0)}
          </Fact>
        </Facts>
      ) : (
        <p className="quiet">{isPending || error ? '' : labels.noOrder}</p>
      )}
    </section>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

/** Left out where there is nothing to say. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
