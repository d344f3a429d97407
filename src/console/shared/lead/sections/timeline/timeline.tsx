/** Timeline of a lead, newest entry first, with the author of each entry. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { may, useSession } from '../../../../api/session.tsx'
import { dateText, moneyText, timeText, untilText } from '../../../../i18n/format.ts'
import { useLeadTranslations } from '../../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../../i18n/translations.tsx'
import { Icon, type IconName } from '../../../../ui/icons.tsx'
import { useProperties } from '../../../properties.query.ts'
import { useStaff } from '../../../staff.query.ts'
import {
  useHistory,
  useJobs,
  useLeadEvents,
  useMessages,
  usePayments,
  useServices,
} from '../../lead.query.ts'
import type { Lead, LeadOverview } from '../../leads.query.ts'
import { Status } from '../../status.tsx'
import {
  type Actor,
  buildTimeline,
  type Change,
  type Entry,
  type ListedChange,
} from './timeline.ts'

const initialCount = 20

interface TimelineProps {
  lead: Lead
  overview: LeadOverview
}

export function Timeline({ lead, overview: { order, thread, jobs: anyJobs } }: TimelineProps) {
  const { texts } = useLocalization()
  const leadTexts = useLeadTranslations()
  const [showsAll, setShowsAll] = useState(false)
  const session = useSession()
  const history = useHistory(lead.uid)
  const events = useLeadEvents(lead.uid, may(session, 'integrations:read'))
  const payments = usePayments(lead.uid, order?.uid)
  const messages = useMessages(lead.uid, thread !== null && may(session, 'inbox:read'))
  const jobs = useJobs(lead.uid, anyJobs.length > 0 && may(session, 'ownJobs:read'))
  // Entries that load later would shift those below.
  const isLoading = [events, payments, messages, jobs].some(query => query.isLoading)
  if (history.isPending || isLoading) return <p className="quiet">{texts.frame.loading}</p>
  const entries = buildTimeline({
    lead,
    history: history.data ?? [],
    events: events.data ?? [],
    payments: payments.data ?? [],
    messages: messages.data ?? [],
    jobs: jobs.data ?? [],
  })
  if (entries.length === 0) return <p className="quiet">{leadTexts.timeline.none}</p>
  const visible = showsAll ? entries : entries.slice(0, initialCount)
  return (
    <>
      <ol className="timeline">
        {visible.map(entry => (
          <EntryItem key={entry.id} entry={entry} currency={order?.currency ?? ''} />
        ))}
      </ol>
      {entries.length > visible.length ? (
        <Button className="button plain small" onPress={() => setShowsAll(true)}>
          {leadTexts.timeline.older}
        </Button>
      ) : null}
    </>
  )
}

function EntryItem({ entry, currency }: { entry: Entry; currency: string }) {
  const { locale, timeZone } = useLocalization()
  const { timeline } = useLeadTranslations()
  const { content, changes, at } = entry
  // Events contain personal fields without their values.
  const withoutValues = changes.filter(([, before, after]) => before === null && after === null)
  const visible = changes.filter(change => !withoutValues.includes(change))
  return (
    <li className="entry">
      <span className={`entry-icon is-${content.kind}`}>
        <Icon name={entryIcon(entry)} />
      </span>
      <div className="entry-body">
        <p>
          <b>
            <EntryTitle entry={entry} />
          </b>{' '}
          {content.kind === 'act' && content.newStatus ? (
            <Status status={content.newStatus} />
          ) : null}
        </p>
        {content.kind === 'act' && content.reason ? (
          <p className="notes">“{content.reason}”</p>
        ) : null}
        {content.kind === 'message' ? (
          <p className="notes clamp" dir="auto">
            {content.message.content.text}
          </p>
        ) : null}
        {content.kind === 'payment' && content.payment.notes ? (
          <p className="notes">{content.payment.notes}</p>
        ) : null}
        {withoutValues.length > 0 ? (
          <p className="change small">
            {withoutValues.map(([name]) => timeline.changes[name as ListedChange]).join(', ')}
          </p>
        ) : null}
        {visible.map(change => (
          <ChangeLine key={change[0]} change={change} currency={currency} />
        ))}
        <p className="quiet small">
          <ActorName actor={entry.actor} />
          <time dateTime={`${at}Z`} title={untilText(at, Date.now(), locale)}>
            {timeText(at, locale, timeZone)}
          </time>
        </p>
      </div>
    </li>
  )
}

function EntryTitle({ entry: { content } }: { entry: Entry }) {
  const { locale } = useLocalization()
  const { timeline } = useLeadTranslations()
  const { data: services = [] } = useServices({ isEnabled: content.kind === 'job' })
  if (content.kind === 'act') return <>{timeline.did[content.act] ?? content.act}</>
  if (content.kind === 'event') return <>{timeline.events[content.type] ?? content.type}</>
  if (content.kind === 'message') return <>{timeline.wrote}</>
  if (content.kind === 'job') {
    const title = services.find(({ uid }) => uid === content.job?.serviceUid)?.title
    return (
      <>
        {timeline.events[content.type] ?? content.type}
        {title ? `: ${title}` : ''}
      </>
    )
  }
  const { amount, currency, type } = content.payment
  const text = moneyText(Math.abs(amount), currency, locale)
  return <>{type === 'REFUND' ? timeline.refunded(text) : timeline.paid(text)}</>
}

function ActorName({ actor }: { actor: Actor | null }) {
  const { namesByUid } = useStaff()
  const { timeline } = useLeadTranslations()
  if (!actor) return null
  const name = actor.uid ? namesByUid.get(actor.uid) : undefined
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
  const { timeline } = useLeadTranslations()
  const formatValue = useChangeText(name, currency)
  return (
    <p className="change small">
      {timeline.changes[name as ListedChange]}: <del>{formatValue(before)}</del> →{' '}
      <ins>{formatValue(after)}</ins>
    </p>
  )
}

/** Returns a function that formats the values of a field. */
function useChangeText(name: string, currency: string) {
  const { locale } = useLocalization()
  const { byUid } = useProperties({ isEnabled: name === 'propertyUid' || name === 'unitUid' })
  const { namesByUid } = useStaff()
  const { nobody } = useLeadTranslations()
  return (value: unknown): string => {
    if (value === null || value === '') return name === 'assigneeUid' ? nobody : '–'
    const text = String(value)
    if (name === 'propertyUid') return byUid.get(text)?.name ?? '…'
    if (name === 'assigneeUid') return namesByUid.get(text) ?? '…'
    if (name === 'totalAmount') return moneyText(Number(text), currency, locale)
    if (name.endsWith('LocalDateTime')) {
      return `${dateText(text, locale, 'weekday')}, ${text.slice(11, 16)}`
    }
    if (name !== 'unitUid') return text
    const units = [...byUid.values()].flatMap(({ units }) => units)
    return units.find(({ unitUid }) => unitUid === text)?.name ?? '…'
  }
}

const icons: Record<Entry['content']['kind'], IconName> = {
  act: 'leads',
  payment: 'money',
  message: 'mail',
  job: 'job',
  event: 'page',
}

const eventIcons: Record<string, IconName> = { PINCODE: 'key', TAGS: 'tag' }

function entryIcon({ content }: Entry): IconName {
  if (content.kind === 'event') return eventIcons[content.type.split('_')[0] ?? ''] ?? 'page'
  if (content.kind !== 'act') return icons[content.kind]
  const { act } = content
  if (['mark-as-booked', 'accept-booking-request', 'rebook'].includes(act)) return 'check'
  if (['cancel', 'close', 'decline-booking-request', 'lapse'].includes(act)) return 'close'
  return act === 'alteration' ? 'calendar' : 'leads'
}
