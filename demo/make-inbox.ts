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
 * Conversations about stays that are not long past, some of them waiting for an answer.
 *
 * @param guestOf the uids of guests by those of their leads
 * @param nameOf the names of properties by their uids
 */
export function makeInbox(
  leads: LeadRow[],
  guestOf: { get(leadUid: string): string | undefined },
  nameOf: Map<string, string>,
  chance: Chance,
  now: Date,
): DemoInbox {
  const made: DemoInbox = { threads: [], conversations: [], messages: [] }
  const conversations = new Map<string, Insertable<ConversationsTable>>()
  for (const lead of leads) {
    const guestUid = guestOf.get(lead.uid)
    const isRecent = (lead.check_out_at as Date).getTime() > now.getTime() - 60 * day
    if (guestUid === undefined || !isRecent || lead.type === 'BLOCK' || chance.is(0.4)) continue
    const said = talkOf(lead, chance).filter(({ at }) => at <= now.getTime())
    if (said.length === 0) continue
    const words = wordsOf(lead, nameOf.get(lead.property_uid!)!)
    const messages = said.map(one => messageOf(lead, one, words, chance))
    const thread = threadOf(lead, guestUid, messages, chance)
    made.threads.push(thread)
    made.messages.push(...messages.map(message => ({ ...message, thread_uid: thread.uid })))
    const { lead_uid, agency_read_at, guest_read_at, ...common } = thread
    const known = conversations.get(guestUid)
    conversations.set(guestUid, joined(known, { ...common, ...uidsOf(thread, chance) }))
  }
  made.conversations.push(...conversations.values())
  return made
}

type Said = Omit<Insertable<MessagesTable>, 'thread_uid'>

interface Spoken {
  line: Line
  /** In milliseconds, as of `Date`. */
  at: number
}

/** What is said before, during and after a stay, each when it would be. */
function talkOf(lead: LeadRow, chance: Chance): Spoken[] {
  const [made, arrival, departure] = [lead.created_at, lead.check_in_at, lead.check_out_at].map(
    at => (at as Date).getTime(),
  ) as [number, number, number]
  if (lead.type !== 'BOOKING') return spoken(chance.pick(inquiries), made, chance)
  const before = spoken(chance.pick(bookings), made, chance)
  if (lead.status !== 'BOOKED') return before
  const during = chance.is(0.3) ? spoken(chance.pick(duringStay), arrival + 2 * hour, chance) : []
  const after = chance.is(0.4) ? spoken(chance.pick(afterStay), departure + day, chance) : []
  return [...before, ...during, ...after].sort((a, b) => a.at - b.at)
}

/** Guests take their time, up to a day; the agency answers within some hours. */
function spoken(lines: Line[], from: number, chance: Chance): Spoken[] {
  let at = from
  return lines.map(line => {
    const patience = line[0] === 'GUEST' ? 26 * hour : 5 * hour
    at += 6 * minute + Math.round((chance.next() ** 2 * patience) / minute) * minute
    return { line, at }
  })
}

type Words = Record<string, string>

const dayWritten = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' })
const monthWritten = new Intl.DateTimeFormat('en-US', { month: 'long' })

function wordsOf(lead: LeadRow, place: string): Words {
  const [arrival, departure] = [lead.check_in_local, lead.check_out_local].map(local =>
    Temporal.PlainDate.from(local.slice(0, 10)),
  ) as [Temporal.PlainDate, Temporal.PlainDate]
  const nights = arrival.until(departure).days
  const guests = (lead.adult_count ?? 1) + (lead.children_count ?? 0)
  return {
    place,
    name: lead.first_name ?? 'there',
    agent: 'Aiko',
    arrival: dayWritten.format(arrival),
    month: monthWritten.format(arrival),
    nights: nights === 1 ? 'one night' : `${nights} nights`,
    guests: guests === 1 ? 'one' : String(guests),
  }
}

function messageOf(lead: LeadRow, { line, at }: Spoken, words: Words, chance: Chance): Said {
  const type = channels[lead.source] ?? 'EMAIL'
  const [sender_type, text] = line
  const isOurs = sender_type === 'AGENCY'
  return {
    agency_uid: lead.agency_uid,
    uid: newUid(at, () => chance.bytes(16)),
    sender_type,
    type,
    kind: isOurs ? (type === 'EMAIL' ? 'EMAIL' : 'DIRECT_MESSAGE') : null,
    status: isOurs ? 'SENT' : 'CREATED',
    subject: isOurs && type === 'EMAIL' ? `Your stay at ${words.place}` : null,
    text: text.replace(/\{(\w+)\}/g, (_, word: string) => words[word]!),
    created_at: new Date(at),
    updated_at: new Date(at),
  }
}

function threadOf(lead: LeadRow, guestUid: string, messages: Said[], chance: Chance) {
  const first = messages[0]!.created_at as Date
  const last = messages.at(-1)!
  const isOurs = last.sender_type === 'AGENCY'
  return {
    agency_uid: lead.agency_uid,
    guest_uid: guestUid,
    lead_uid: lead.uid,
    ...participants(first, chance),
    agency_read_at: isOurs || chance.is(0.6) ? last.created_at : null,
    guest_read_at: isOurs ? null : last.created_at,
    created_at: first,
    updated_at: last.created_at,
  }
}

function participants(at: Date, chance: Chance) {
  const uid = () => newUid(at.getTime(), () => chance.bytes(16))
  return { uid: uid(), agency_participant_uid: uid(), guest_participant_uid: uid() }
}

function uidsOf(thread: Insertable<ThreadsTable>, chance: Chance) {
  return participants(thread.created_at as Date, chance)
}

/** A conversation lasts from the first of its threads to the last. */
function joined(
  known: Insertable<ConversationsTable> | undefined,
  conversation: Insertable<ConversationsTable>,
): Insertable<ConversationsTable> {
  if (!known) return conversation
  const earliest = known.created_at < conversation.created_at ? known : conversation
  const latest = known.updated_at > conversation.updated_at ? known : conversation
  return { ...known, created_at: earliest.created_at, updated_at: latest.updated_at }
}
