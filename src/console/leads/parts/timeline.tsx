/** Everything that happened to a lead, the newest first, with who did it. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { may, useSession } from '../../api/session.tsx'
import { useHouses } from '../../calendar/houses.read.ts'
import { Icon, type IconName } from '../../kit/icons.tsx'
import { dateText, moneyText, timeText, untilText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import {
  useHistory,
  useJobs,
  useLeadEvents,
  useMessages,
  usePayments,
  useServices,
} from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'
import { useStaff } from '../staff.read.ts'
import { Status } from '../status.tsx'
import { type Actor, type Change, type Entry, type ToldChange, timelineOf } from './timeline.ts'

const shownAtFirst = 20

export function Timeline({ lead, order }: LeadProps) {
  const { words } = useSpoken()
  const own = useLeadWords()
  const [isAll, setAll] = useState(false)
  const session = useSession()
  const history = useHistory(lead.uid)
  const events = useLeadEvents(lead.uid, may(session, 'integrations:read'))
  const payments = usePayments(lead.uid, order?.uid)
  const hasGuest = lead.type !== 'BLOCK'
  const messages = useMessages(lead.uid, hasGuest && may(session, 'inbox:read'))
  const jobs = useJobs(lead.uid, may(session, 'ownJobs:read'))
  if (history.isPending) return <p className="quiet">{words.frame.loading}</p>
  const entries = timelineOf({
    lead,
    acts: history.data ?? [],
    events: events.data ?? [],
    payments: payments.data ?? [],
    messages: messages.data ?? [],
    jobs: jobs.data ?? [],
  })
  if (entries.length === 0) return <p className="quiet">{own.timeline.none}</p>
  const shown = isAll ? entries : entries.slice(0, shownAtFirst)
  return (
    <>
      <ol className="timeline">
        {shown.map(entry => (
          <EntryItem key={entry.id} entry={entry} currency={order?.currency ?? ''} />
        ))}
      </ol>
      {entries.length > shown.length ? (
        <Button className="button plain small" onPress={() => setAll(true)}>
          {own.timeline.older}
        </Button>
      ) : null}
    </>
  )
}

function EntryItem({ entry, currency }: { entry: Entry; currency: string }) {
  const { locale } = useSpoken()
  const { timeline } = useLeadWords()
  const { what, changes, at } = entry
  // What is personal is told without its value.
  const hidden = changes.filter(([, before, after]) => before === null && after === null)
  const told = changes.filter(change => !hidden.includes(change))
  return (
    <li className="entry">
      <span className={`entry-icon is-${what.kind}`}>
        <Icon name={iconOf(entry)} />
      </span>
      <div className="entry-body">
        <p>
          <b>
            <EntryTitle entry={entry} />
          </b>{' '}
          {what.kind === 'act' && what.became ? <Status status={what.became} /> : null}
        </p>
        {what.kind === 'act' && what.reason ? <p className="notes">“{what.reason}”</p> : null}
        {what.kind === 'message' ? (
          <p className="notes clamp" dir="auto">
            {what.message.content.text}
          </p>
        ) : null}
        {what.kind === 'payment' && what.payment.notes ? (
          <p className="notes">{what.payment.notes}</p>
        ) : null}
        {hidden.length > 0 ? (
          <p className="change small">
            {hidden.map(([name]) => timeline.changes[name as ToldChange]).join(', ')}
          </p>
        ) : null}
        {told.map(change => (
          <ChangeLine key={change[0]} change={change} currency={currency} />
        ))}
        <p className="quiet small">
          <ActorName actor={entry.actor} />
          <time dateTime={`${at}Z`} title={untilText(at, Date.now(), locale)}>
            {timeText(at, locale)}
          </time>
        </p>
      </div>
    </li>
  )
}

function EntryTitle({ entry: { what } }: { entry: Entry }) {
  const { locale } = useSpoken()
  const { timeline } = useLeadWords()
  const { data: services = [] } = useServices()
  if (what.kind === 'act') return <>{timeline.did[what.act] ?? what.act}</>
  if (what.kind === 'event') return <>{timeline.events[what.type] ?? what.type}</>
  if (what.kind === 'message') return <>{timeline.wrote}</>
  if (what.kind === 'job') {
    const title = services.find(({ uid }) => uid === what.job?.serviceUid)?.title
    return (
      <>
        {timeline.events[what.type] ?? what.type}
        {title ? `: ${title}` : ''}
      </>
    )
  }
  const { amount, currency, type } = what.payment
  const text = moneyText(Math.abs(amount), currency, locale)
  return <>{type === 'REFUND' ? timeline.refunded(text) : timeline.paid(text)}</>
}

function ActorName({ actor }: { actor: Actor | null }) {
  const { nameOf } = useStaff()
  const { timeline } = useLeadWords()
  if (!actor) return null
  const name = actor.uid ? nameOf.get(actor.uid) : undefined
  return (
    <>
      <span className="actor">{name ?? timeline.actors[actor.kind] ?? actor.kind}</span> ·{' '}
    </>
  )
}

function ChangeLine({
  change: [name, before, after],
  currency,
}: {
  change: Change
  currency: string
}) {
  const { timeline } = useLeadWords()
  const textOf = useChangeText(currency)
  return (
    <p className="change small">
      {timeline.changes[name as ToldChange]}: <del>{textOf(name, before)}</del> →{' '}
      <ins>{textOf(name, after)}</ins>
    </p>
  )
}

/** A value as it is written elsewhere on the page. */
function useChangeText(currency: string) {
  const { locale } = useSpoken()
  const { byUid } = useHouses()
  const { nameOf } = useStaff()
  const { nobody } = useLeadWords()
  return (name: string, value: unknown): string => {
    if (value === null || value === '') return name === 'assigneeUid' ? nobody : '–'
    const text = String(value)
    if (name === 'propertyUid') return byUid.get(text)?.name ?? '…'
    if (name === 'assigneeUid') return nameOf.get(text) ?? '…'
    if (name === 'totalAmount') return moneyText(Number(text), currency, locale)
    if (name.endsWith('LocalDateTime')) {
      return `${dateText(text, locale, 'weekday')}, ${text.slice(11, 16)}`
    }
    if (name !== 'unitUid') return text
    const units = [...byUid.values()].flatMap(({ units }) => units)
    return units.find(({ unitUid }) => unitUid === text)?.name ?? '…'
  }
}

const icons: Record<Entry['what']['kind'], IconName> = {
  act: 'leads',
  payment: 'money',
  message: 'mail',
  job: 'job',
  event: 'page',
}

const eventIcons: Record<string, IconName> = { PINCODE: 'key', TAGS: 'tag' }

function iconOf({ what }: Entry): IconName {
  if (what.kind === 'event') return eventIcons[what.type.split('_')[0] ?? ''] ?? 'page'
  if (what.kind !== 'act') return icons[what.kind]
  const { act } = what
  if (['mark-as-booked', 'accept-booking-request', 'rebook'].includes(act)) return 'check'
  if (['cancel', 'close', 'decline-booking-request', 'lapse'].includes(act)) return 'close'
  return act === 'alteration' ? 'calendar' : 'leads'
}
