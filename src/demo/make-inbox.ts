import type { Insertable } from 'kysely'
import { newUid } from '../platform/uid.ts'
import type {
  ConversationsTable,
  LeadsTable,
  MessagesTable,
  ThreadsTable,
} from '../rental/tables.ts'
import type { Chance } from './chance.ts'

type LeadRow = Insertable<LeadsTable>

export interface DemoInbox {
  threads: Insertable<ThreadsTable>[]
  conversations: Insertable<ConversationsTable>[]
  messages: Insertable<MessagesTable>[]
}

const hour = 3_600_000
const day = 24 * hour

type Line = [sender: 'AGENCY' | 'GUEST', text: string]

const inquiries: Line[][] = [
  [['GUEST', 'Hello! Is the place quiet at night? We come with a small child.']],
  [
    ['GUEST', 'We would like to stay a day longer. Is that possible, and what would it cost?'],
    ['AGENCY', 'The day is free. I send you a new quote this afternoon.'],
  ],
  [
    ['GUEST', 'Could we bring our dog? He is old and sleeps most of the day.'],
    ['AGENCY', 'One dog is welcome; please keep him off the beds.'],
    ['GUEST', 'He will be told. Thank you!'],
  ],
]

const bookings: Line[][] = [
  [
    ['AGENCY', 'Thank you for your booking. The door code follows the day before you arrive.'],
    ['GUEST', 'Perfect. We arrive around seven in the evening.'],
  ],
  [
    ['GUEST', 'Is there a cot, and how far is the next supermarket?'],
    ['AGENCY', 'The cot will be set up for you. The supermarket is ten minutes on foot.'],
    ['GUEST', 'Wonderful, thank you.'],
    ['AGENCY', 'Have a good journey!'],
  ],
  [
    ['AGENCY', 'Thank you for your booking. Tell us when you expect to arrive.'],
    ['GUEST', 'Our flight lands at 14:20, so about four. Can we leave our bags earlier?'],
  ],
  [['AGENCY', 'Thank you for your booking. We look forward to your stay.']],
]

const channels: Record<string, string> = {
  DIRECT_AIRBNB: 'AIRBNB',
  DIRECT_VRBO: 'VRBO',
  DIRECT_BOOKINGDOTCOM: 'BOOKING_COM',
}

/**
 * Conversations about stays that are not long past, some of them waiting for an answer.
 *
 * @param guestOf the uids of guests by those of their leads
 */
export function makeInbox(
  leads: LeadRow[],
  guestOf: { get(leadUid: string): string | undefined },
  chance: Chance,
  now: Date,
): DemoInbox {
  const made: DemoInbox = { threads: [], conversations: [], messages: [] }
  const conversations = new Map<string, Insertable<ConversationsTable>>()
  for (const lead of leads) {
    const guestUid = guestOf.get(lead.uid)
    const isRecent = (lead.check_out_at as Date).getTime() > now.getTime() - 60 * day
    if (guestUid === undefined || !isRecent || lead.type === 'BLOCK' || chance.is(0.5)) continue
    const lines = chance.pick(lead.type === 'BOOKING' ? bookings : inquiries)
    const messages = messagesOf(lead, lines, chance, now)
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

/** What was said, from some hours after the lead was made, and nothing that is yet to come. */
function messagesOf(lead: LeadRow, lines: Line[], chance: Chance, now: Date): Said[] {
  const type = channels[lead.source] ?? 'EMAIL'
  let time = (lead.created_at as Date).getTime()
  const said = lines.map(([sender_type, text], i) => {
    const latest = now.getTime() - (lines.length - i) * hour
    time = Math.min(time + chance.whole(1, 20) * hour, latest)
    const isOurs = sender_type === 'AGENCY'
    const at = new Date(time)
    return {
      agency_uid: lead.agency_uid,
      uid: newUid(time, () => chance.bytes(16)),
      sender_type,
      type,
      kind: isOurs ? (type === 'EMAIL' ? 'EMAIL' : 'DIRECT_MESSAGE') : null,
      status: isOurs ? 'SENT' : 'CREATED',
      subject: isOurs && type === 'EMAIL' ? 'Your stay with Cedar Stays' : null,
      text,
      created_at: at,
      updated_at: at,
    }
  })
  return said
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
