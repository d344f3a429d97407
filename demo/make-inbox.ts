import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type {
  ConversationsTable,
  LeadsTable,
  MessagesTable,
  ThreadsTable,
} from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'
import { afterStay, bookings, duringStay, inquiries, type Line } from './conversations.ts'

type LeadRow = Insertable<LeadsTable>

export interface DemoInbox {
  threads: Insertable<ThreadsTable>[]
  conversations: Insertable<ConversationsTable>[]
  messages: Insertable<MessagesTable>[]
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const channels: Record<string, string> = {
  DIRECT_AIRBNB: 'AIRBNB',
  DIRECT_VRBO: 'VRBO',
  DIRECT_BOOKINGDOTCOM: 'BOOKING_COM',
}

/**
 * Generates conversations about recent stays; some wait for a reply.
 *
 * @param guestUids uids of guests by lead uid
 *
 * @param propertyNames names of properties by uid
 */
export function makeInbox(
  leads: LeadRow[],
  guestUids: { get(leadUid: string): string | undefined },
  propertyNames: Map<string, string>,
  chance: Chance,
  now: Date,
): DemoInbox {
  const result: DemoInbox = { threads: [], conversations: [], messages: [] }
  const conversations = new Map<string, Insertable<ConversationsTable>>()
  for (const lead of leads) {
    const guestUid = guestUids.get(lead.uid)
    const isRecent = (lead.check_out_at as Date).getTime() > now.getTime() - 60 * day
    if (guestUid === undefined || !isRecent || lead.type === 'BLOCK' || chance.is(0.4)) continue
    const timedLines = makeTalk(lead, chance).filter(({ at }) => at <= now.getTime())
    if (timedLines.length === 0) continue
    const variables = makeVariables(lead, propertyNames.get(lead.property_uid!)!)
    const messages = timedLines.map(timedLine => makeMessage(lead, timedLine, variables, chance))
    const thread = makeThread(lead, guestUid, messages, chance)
    result.threads.push(thread)
    result.messages.push(...messages.map(message => ({ ...message, thread_uid: thread.uid })))
    const { lead_uid, agency_read_at, guest_read_at, ...common } = thread
    const existing = conversations.get(guestUid)
    conversations.set(
      guestUid,
      mergeConversations(existing, { ...common, ...makeConversationUids(thread, chance) }),
    )
  }
  result.conversations.push(...conversations.values())
  return result
}

type MessageRow = Omit<Insertable<MessagesTable>, 'thread_uid'>

interface TimedLine {
  line: Line
  /** Milliseconds since the epoch. */
  at: number
}

/** Generates the messages before, during and after a stay, each with its time. */
function makeTalk(lead: LeadRow, chance: Chance): TimedLine[] {
  const [createdAt, arrival, departure] = [
    lead.created_at,
    lead.check_in_at,
    lead.check_out_at,
  ].map(at => (at as Date).getTime()) as [number, number, number]
  if (lead.type !== 'BOOKING') return addTimes(chance.pick(inquiries), createdAt, chance)
  const before = addTimes(chance.pick(bookings), createdAt, chance)
  if (lead.status !== 'BOOKED') return before
  const during = chance.is(0.3) ? addTimes(chance.pick(duringStay), arrival + 2 * hour, chance) : []
  const after = chance.is(0.4) ? addTimes(chance.pick(afterStay), departure + day, chance) : []
  return [...before, ...during, ...after].sort((a, b) => a.at - b.at)
}

/** Adds times to messages: guests respond within a day, the agency within some hours. */
function addTimes(lines: Line[], from: number, chance: Chance): TimedLine[] {
  let at = from
  return lines.map(line => {
    const delayMax = line[0] === 'GUEST' ? 26 * hour : 5 * hour
    at += 6 * minute + Math.round((chance.next() ** 2 * delayMax) / minute) * minute
    return { line, at }
  })
}

type Variables = Record<string, string>

const utcMonth = { month: 'long', timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-US', { ...utcMonth, day: 'numeric' })
const monthFormat = new Intl.DateTimeFormat('en-US', utcMonth)

function makeVariables(lead: LeadRow, propertyName: string): Variables {
  const [arrival, departure] = [lead.check_in_local, lead.check_out_local].map(local =>
    Temporal.PlainDate.from(local.slice(0, 10)),
  ) as [Temporal.PlainDate, Temporal.PlainDate]
  const nights = arrival.until(departure).days
  // `Intl` takes no `Temporal` of the polyfill.
  const firstDay = new Date(arrival.toString())
  const guests = (lead.adult_count ?? 1) + (lead.children_count ?? 0)
  return {
    place: propertyName,
    name: lead.first_name ?? 'there',
    agent: 'Aiko',
    arrival: dayFormat.format(firstDay),
    month: monthFormat.format(firstDay),
    nights: nights === 1 ? 'one night' : `${nights} nights`,
    guests: guests === 1 ? 'one' : String(guests),
  }
}

function makeMessage(
  lead: LeadRow,
  { line, at }: TimedLine,
  variables: Variables,
  chance: Chance,
): MessageRow {
  const type = channels[lead.source] ?? 'EMAIL'
  const [sender_type, text] = line
  const isFromAgency = sender_type === 'AGENCY'
  return {
    agency_uid: lead.agency_uid,
    uid: newUid(at, () => chance.bytes(16)),
    sender_type,
    type,
    kind: isFromAgency ? (type === 'EMAIL' ? 'EMAIL' : 'DIRECT_MESSAGE') : null,
    status: isFromAgency ? 'SENT' : 'CREATED',
    subject: isFromAgency && type === 'EMAIL' ? `Your stay at ${variables.place}` : null,
    text: text.replace(/\{(\w+)\}/g, (_, word: string) => variables[word]!),
    created_at: new Date(at),
    updated_at: new Date(at),
  }
}

function makeThread(lead: LeadRow, guestUid: string, messages: MessageRow[], chance: Chance) {
  const first = messages[0]!.created_at as Date
  const last = messages.at(-1)!
  const isFromAgency = last.sender_type === 'AGENCY'
  return {
    agency_uid: lead.agency_uid,
    guest_uid: guestUid,
    lead_uid: lead.uid,
    ...makeParticipants(first, chance),
    agency_read_at: isFromAgency || chance.is(0.6) ? last.created_at : null,
    guest_read_at: isFromAgency ? null : last.created_at,
    created_at: first,
    updated_at: last.created_at,
  }
}

function makeParticipants(at: Date, chance: Chance) {
  const uid = () => newUid(at.getTime(), () => chance.bytes(16))
  return { uid: uid(), agency_participant_uid: uid(), guest_participant_uid: uid() }
}

function makeConversationUids(thread: Insertable<ThreadsTable>, chance: Chance) {
  return makeParticipants(thread.created_at as Date, chance)
}

/** Merges two conversations of a guest into one from the first thread to the last. */
function mergeConversations(
  existing: Insertable<ConversationsTable> | undefined,
  conversation: Insertable<ConversationsTable>,
): Insertable<ConversationsTable> {
  if (!existing) return conversation
  const earliest = existing.created_at < conversation.created_at ? existing : conversation
  const latest = existing.updated_at > conversation.updated_at ? existing : conversation
  return { ...existing, created_at: earliest.created_at, updated_at: latest.updated_at }
}
