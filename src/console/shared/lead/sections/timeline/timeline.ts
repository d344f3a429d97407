/** Timeline of a lead, merged from its history, events, payments, messages and jobs. */
import type { HistoryEntry, Job, LeadEvent, Message, Payment } from '../../lead.query.ts'
import type { Lead } from '../../leads.query.ts'

/** Author of an entry; null if unknown. */
export interface Actor {
  kind: string
  uid: string | null
}

export type Change = [name: string, before: unknown, after: unknown]

export interface Entry {
  id: string
  /** UTC instant without an offset. */
  at: string
  actor: Actor | null
  content:
    | { kind: 'act'; act: string; newStatus: HistoryEntry['statusAfter']; reason: string | null }
    | { kind: 'payment'; payment: Payment }
    | { kind: 'message'; message: Message }
    | { kind: 'job'; job: Job | null; type: string }
    | { kind: 'event'; type: string }
  changes: Change[]
}

export interface TimelineInput {
  lead: Lead
  history: readonly HistoryEntry[]
  events: readonly LeadEvent[]
  payments: readonly Payment[]
  messages: readonly Message[]
  jobs: readonly Job[]
}

/** Builds the timeline, newest entry first. */
export function buildTimeline(input: TimelineInput): Entry[] {
  const entries = [
    ...entriesOfLead(input.lead, input.history),
    ...historyEntries(input.history, input.events),
    ...input.payments.map(payment => paymentEntry(payment, input.events)),
    ...input.messages.map(message => messageEntry(message, input.events)),
    ...jobEntries(input.jobs, input.events),
    ...otherEntries(input.events),
  ]
  return (
    entries
      .map((entry, index) => ({ entry, index }))
      // If two entries have the same time, the later one in the list is newer.
      .sort((a, b) => b.entry.at.localeCompare(a.entry.at) || b.index - a.index)
      .map(({ entry }) => entry)
  )
}

/** Derives entries from timestamps of the lead itself, if it is older than its history. */
function entriesOfLead(lead: Lead, history: readonly HistoryEntry[]): Entry[] {
  if (history.some(({ act }) => act === 'create')) return []
  const entry = (act: string, at: string | null | undefined): Entry[] => {
    const content = { kind: 'act' as const, act, newStatus: null, reason: null }
    return at ? [{ id: `record ${act}`, at, actor: null, content, changes: [] }] : []
  }
  const hasAction = (...names: string[]) => history.some(({ act }) => names.includes(act))
  return [
    ...entry('create', lead.metadata.createdUtcDateTime),
    ...(hasAction('mark-as-booked', 'accept-booking-request', 'rebook')
      ? []
      : entry('mark-as-booked', lead.bookedUtcDateTime)),
    ...(hasAction('cancel') ? [] : entry('cancel', lead.cancellation?.cancelledUtcDateTime)),
  ]
}

/** Maximum distance between an action and the events of its request. */
const nearMs = 3_000

/** Merges each action of the history with the events of its request, which contain the changes. */
function historyEntries(history: readonly HistoryEntry[], events: readonly LeadEvent[]): Entry[] {
  const matchedUids = new Set<string>()
  return history.map(entry => {
    const match = events.find(event => {
      const distanceMs = Math.abs(toMs(event.createdUtcDateTime) - toMs(entry.doneUtcDateTime))
      return (
        !matchedUids.has(event.uid) &&
        entry.events.includes(event.eventType) &&
        distanceMs <= nearMs
      )
    })
    if (match) matchedUids.add(match.uid)
    const { kind, uid } = entry.credential
    return {
      id: entry.uid,
      at: entry.doneUtcDateTime,
      actor: match?.actor.uid ? toActor(match) : { kind, uid },
      content: {
        kind: 'act',
        act: entry.act,
        newStatus: findNewStatus(entry),
        reason: entry.reason ?? null,
      },
      changes: match ? listChanges(listRequestEvents(match, events)) : [],
    }
  })
}

/** Returns the new status, unless the name of the action implies it. */
function findNewStatus({
  act,
  statusBefore,
  statusAfter,
}: HistoryEntry): HistoryEntry['statusAfter'] {
  const impliesStatus = act === 'mark-as-booked' || act === 'cancel' || act === 'put-on-hold'
  return impliesStatus || statusBefore === statusAfter ? null : statusAfter
}

function listRequestEvents(event: LeadEvent, events: readonly LeadEvent[]): LeadEvent[] {
  if (event.requestUid === null) return [event]
  return events.filter(({ requestUid }) => requestUid === event.requestUid)
}

/** Fields whose changes are listed; others are derived from them. */
const listedChanges = [
  'propertyUid',
  'unitUid',
  'checkInLocalDateTime',
  'checkOutLocalDateTime',
  'adultCount',
  'childrenCount',
  'infantCount',
  'petCount',
  'totalAmount',
  'notes',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'assigneeUid',
  'externalBookingId',
] as const

export type ListedChange = (typeof listedChanges)[number]

function listChanges(events: LeadEvent[]): Change[] {
  return listedChanges.flatMap((name): Change[] => {
    const values = events.find(({ changes }) => name in changes)?.changes[name]
    return values ? [[name, values[0], values[1]]] : []
  })
}

function paymentEntry(payment: Payment, events: readonly LeadEvent[]): Entry {
  const event = events.find(({ payload }) => payload.transaction_uid === payment.uid)
  return {
    id: payment.uid,
    at: payment.createdUtcDateTime,
    actor: event ? toActor(event) : null,
    content: { kind: 'payment', payment },
    changes: [],
  }
}

function messageEntry(message: Message, events: readonly LeadEvent[]): Entry {
  const event = events.find(({ eventType, payload }) => {
    return eventType === 'NEW_INBOX_MESSAGE' && payload.message_uid === message.uid
  })
  const isFromGuest = message.senderType === 'GUEST'
  return {
    id: message.uid,
    at: message.createdUtcDateTime.replace('Z', ''),
    actor: isFromGuest ? { kind: 'GUEST', uid: null } : event ? toActor(event) : null,
    content: { kind: 'message', message },
    changes: [],
  }
}

function jobEntries(jobs: readonly Job[], events: readonly LeadEvent[]): Entry[] {
  const jobsByUid = new Map(jobs.map(job => [job.uid, job]))
  const jobEvents = events.filter(({ eventType }) => eventType.startsWith('JOB_'))
  const hasEvent = (job: Job) =>
    jobEvents.some(({ payload, eventType }) => {
      return eventType === 'JOB_CREATED' && payload.job_uid === job.uid
    })
  const jobsWithoutEvent = jobs.filter(job => !hasEvent(job))
  return [
    ...jobsWithoutEvent.map((job): Entry => {
      const content = { kind: 'job' as const, job, type: 'JOB_CREATED' }
      return { id: job.uid, at: job.createdUtcDateTime, actor: null, content, changes: [] }
    }),
    ...jobEvents.map((event): Entry => {
      const job = jobsByUid.get(event.payload.job_uid ?? '') ?? null
      return { ...toEntry(event), content: { kind: 'job', job, type: event.eventType } }
    }),
  ]
}

const otherEventTypes = /^(PINCODE_|CUSTOM_DATA_|TAGS_UPDATED)/

function otherEntries(events: readonly LeadEvent[]): Entry[] {
  return events
    .filter(({ eventType }) => otherEventTypes.test(eventType))
    .map(event => ({ ...toEntry(event), content: { kind: 'event', type: event.eventType } }))
}

function toEntry(event: LeadEvent) {
  const { uid, createdUtcDateTime } = event
  return { id: uid, at: createdUtcDateTime, actor: toActor(event), changes: [] }
}

function toActor({ actor }: LeadEvent): Actor {
  return { kind: actor.type, uid: actor.uid }
}

function toMs(utc: string): number {
  return Date.parse(`${utc}Z`)
}
