import type { Selectable } from 'kysely'
import {
  defaultChannel,
  type LeadChannel,
  type LeadRow,
  type LeadSource,
  leadChannels,
} from '../../leads/leads/lead.ts'
import type { MessagesTable } from '../../tables.ts'

/** A message as stored. */
export type MessageRow = Selectable<MessagesTable>

/** What names a message. */
export type MessageKey = Pick<MessageRow, 'agency_uid' | 'uid'>

/** A message and the lead of its thread. */
export type Message = MessageRow & { lead_uid: string | null }

/** How a message is sent: contract/messaging.md §3.2. */
export const messageKinds = ['EMAIL', 'DIRECT_MESSAGE'] as const
export type MessageKind = (typeof messageKinds)[number]

const channels = ['AIRBNB', 'VRBO', 'BOOKING_COM'] as const
const media = ['EMAIL', 'SMS', 'WHATSAPP', 'IN_APP'] as const
const further = leadChannels.filter(
  (name): name is Exclude<LeadChannel, (typeof channels)[number]> =>
    !(channels as readonly string[]).includes(name),
)

/** What a message came or went through: contract/messaging.md §3.1; the channels of leads, too. */
export const messageTypes = [...channels, ...media, ...further] as const
export type MessageType = (typeof messageTypes)[number]

export const messageStatuses = ['CREATED', 'SENT', 'FAILED'] as const

export const senderTypes = ['AGENCY', 'GUEST'] as const

/** Sender of a message, as events name their actors: contract/messaging.md §2. */
export const messageSenders = ['EMPLOYEE', 'PARTNER', 'API_KEY', 'SYSTEM', 'ICAL', 'GUEST'] as const
export type MessageSenderType = (typeof messageSenders)[number]

/** The most code points of a text and a subject: contract/messaging.md §15. */
export const textMax = 20_000
export const subjectMax = 255

/** How many messages an agency may send per minute: contract/messaging.md §15. */
export const sentPerMinuteMax = 60

const messaging = new Set<string>(['DIRECT_AIRBNB', 'DIRECT_VRBO', 'DIRECT_BOOKINGDOTCOM'])

/** Whether the channel that a lead came from takes messages: contract/messaging.md §4.2. */
export function takesDirectMessages({ source }: Pick<LeadRow, 'source'>): boolean {
  return messaging.has(source)
}

/** What a message to a lead that is sent in a way reads as: contract/messaging.md §3.1. */
export function typeOfSent(kind: MessageKind, lead: Pick<LeadRow, 'source' | 'channel'>) {
  if (kind === 'EMAIL') return 'EMAIL'
  return takesDirectMessages(lead)
    ? defaultChannel(lead.source as LeadSource, null)
    : (lead.channel as LeadChannel)
}

/** A text of at most so many code points; of a longer one the last is an ellipsis. */
export function shortened(text: string, most: number): string {
  const points = [...text]
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`
}
