/** Everything that happened to a lead, in one order. */
import type { Job, LeadAct, LeadEvent, Message, Payment } from '../lead/lead.read.ts'
import type { Lead } from '../leads.read.ts'

/** Who did something; null: nobody says. */
export interface Actor {
  kind: string
  uid: string | null
}

export type Change = [name: string, before: unknown, after: unknown]

export interface Entry {
  id: string
  /** UTC, as the interface writes it. */
  at: string
  actor: Actor | null
  what:
    | { kind: 'act'; act: string; became: LeadAct['statusAfter']; reason: string | null }
    | { kind: 'payment'; payment: Payment }
    | { kind: 'message'; message: Message }
    | { kind: 'job'; job: Job | null; type: string }
    | { kind: 'event'; type: string }
  changes: Change[]
}

export interface Told {
  lead: Lead
  acts: readonly LeadAct[]
  events: readonly LeadEvent[]
  payments: readonly Payment[]
  messages: readonly Message[]
  jobs: readonly Job[]
}

/** The newest first. */
export function timelineOf(told: Told): Entry[] {
  const entries = [
    ...recorded(told.lead, told.acts),
    ...actEntries(told.acts, told.events),
    ...told.payments.map(payment => paymentEntry(payment, told.events)),
    ...told.messages.map(message => messageEntry(message, told.events)),
    ...jobEntries(told.jobs, told.events),
    ...otherEntries(told.events),
  ]
  return entries
    .map((entry, place) => ({ entry, place }))
    .sort((a, b) => b.entry.at.localeCompare(a.entry.at) || b.place - a.place)
    .map(({ entry }) => entry)
}

/** What the record itself says, of a lead that is older than its history. */
function recorded(lead: Lead, acts: readonly LeadAct[]): Entry[] {
  if (acts.some(({ act }) => act === 'create')) return []
  const entry = (act: string, at: string | null | undefined): Entry[] => {
    const what = { kind: 'act' as const, act, became: null, reason: null }
    return at ? [{ id: `record ${act}`, at, actor: null, what, changes: [] }] : []
  }
  const has = (...names: string[]) => acts.some(({ act }) => names.includes(act))
  return [
    ...entry('create', lead.metadata.createdUtcDateTime),
    ...(has('mark-as-booked', 'accept-booking-request', 'rebook')
      ? []
      : entry('mark-as-booked', lead.bookedUtcDateTime)),
    ...(has('cancel') ? [] : entry('cancel', lead.cancellation?.cancelledUtcDateTime)),
  ]
}

const nearMs = 3_000

/** Each act with what the events of its request say of it. */
function actEntries(acts: readonly LeadAct[], events: readonly LeadEvent[]): Entry[] {
  const taken = new Set<string>()
  return acts.map(act => {
    const found = events.find(event => {
      const apart = Math.abs(msOf(event.createdUtcDateTime) - msOf(act.doneUtcDateTime))
      return !taken.has(event.uid) && act.events.includes(event.eventType) && apart <= nearMs
    })
    if (found) taken.add(found.uid)
    const { kind, uid } = act.credential
    return {
      id: act.uid,
      at: act.doneUtcDateTime,
      actor: found?.actor.uid ? actorOf(found) : { kind, uid },
      what: { kind: 'act', act: act.act, became: becameOf(act), reason: act.reason ?? null },
      changes: found ? changesOf(ofRequest(found, events)) : [],
    }
  })
}

/** The status that an act led to, where its name does not say it. */
function becameOf({ act, statusBefore, statusAfter }: LeadAct): LeadAct['statusAfter'] {
  const isPlain = act === 'mark-as-booked' || act === 'cancel' || act === 'put-on-hold'
  return isPlain || statusBefore === statusAfter ? null : statusAfter
}

function ofRequest(event: LeadEvent, events: readonly LeadEvent[]): LeadEvent[] {
  if (event.requestUid === null) return [event]
  return events.filter(({ requestUid }) => requestUid === event.requestUid)
}

/** What is worth telling; the rest follows from it. */
const toldChanges = [
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

export type ToldChange = (typeof toldChanges)[number]

function changesOf(events: LeadEvent[]): Change[] {
  return toldChanges.flatMap((name): Change[] => {
    const found = events.find(({ changes }) => name in changes)?.changes[name]
    return found ? [[name, found[0], found[1]]] : []
  })
}

function paymentEntry(payment: Payment, events: readonly LeadEvent[]): Entry {
  const event = events.find(({ payload }) => payload.transaction_uid === payment.uid)
  return {
    id: payment.uid,
    at: payment.createdUtcDateTime,
    actor: event ? actorOf(event) : null,
    what: { kind: 'payment', payment },
    changes: [],
  }
}

function messageEntry(message: Message, events: readonly LeadEvent[]): Entry {
  const event = events.find(({ eventType, payload }) => {
    return eventType === 'NEW_INBOX_MESSAGE' && payload.message_uid === message.uid
  })
  const isGuests = message.senderType === 'GUEST'
  return {
    id: message.uid,
    at: message.createdUtcDateTime.replace('Z', ''),
    actor: isGuests ? { kind: 'GUEST', uid: null } : event ? actorOf(event) : null,
    what: { kind: 'message', message },
    changes: [],
  }
}

function jobEntries(jobs: readonly Job[], events: readonly LeadEvent[]): Entry[] {
  const jobOf = new Map(jobs.map(job => [job.uid, job]))
  const told = events.filter(({ eventType }) => eventType.startsWith('JOB_'))
  const isTold = (job: Job) =>
    told.some(({ payload, eventType }) => {
      return eventType === 'JOB_CREATED' && payload.job_uid === job.uid
    })
  const made = jobs.filter(job => !isTold(job))
  return [
    ...made.map((job): Entry => {
      const what = { kind: 'job' as const, job, type: 'JOB_CREATED' }
      return { id: job.uid, at: job.createdUtcDateTime, actor: null, what, changes: [] }
    }),
    ...told.map((event): Entry => {
      const job = jobOf.get(event.payload.job_uid ?? '') ?? null
      return { ...bare(event), what: { kind: 'job', job, type: event.eventType } }
    }),
  ]
}

const others = /^(PINCODE_|CUSTOM_DATA_|TAGS_UPDATED)/

function otherEntries(events: readonly LeadEvent[]): Entry[] {
  return events
    .filter(({ eventType }) => others.test(eventType))
    .map(event => ({ ...bare(event), what: { kind: 'event', type: event.eventType } }))
}

function bare(event: LeadEvent) {
  const { uid, createdUtcDateTime } = event
  return { id: uid, at: createdUtcDateTime, actor: actorOf(event), changes: [] }
}

function actorOf({ actor }: LeadEvent): Actor {
  return { kind: actor.type, uid: actor.uid }
}

function msOf(utc: string): number {
  return Date.parse(`${utc}Z`)
}
