import type { Selectable } from 'kysely'
import {
  defaultChannel,
  type LeadChannel,
  type LeadRow,
  type LeadSource,
  leadChannels,
} from '../../leads/leads/lead.ts'
import type { MessagesTable } from '../../tables.ts'

export type MessageRow = Selectable<MessagesTable>

/** Message with the lead of its thread. */
export type Message = MessageRow & { lead_uid: string | null }

/** Kinds of outgoing messages: contract/messaging.md §3.2. */
export const messageKinds = ['EMAIL', 'DIRECT_MESSAGE'] as const
export type MessageKind = (typeof messageKinds)[number]

const channels = ['AIRBNB', 'VRBO', 'BOOKING_COM'] as const
const media = ['EMAIL', 'SMS', 'WHATSAPP', 'IN_APP'] as const
const otherChannels = leadChannels.filter(
  (name): name is Exclude<LeadChannel, (typeof channels)[number]> =>
    !(channels as readonly string[]).includes(name),
)

/** Channel or medium of a message: contract/messaging.md §3.1; includes the channels of leads. */
export const messageTypes = [...channels, ...media, ...otherChannels] as const
export type MessageType = (typeof messageTypes)[number]

export const messageStatuses = ['CREATED', 'SENT', 'FAILED'] as const

export const senderTypes = ['AGENCY', 'GUEST'] as const

/** Senders of messages, named like the actors of events: contract/messaging.md §2. */
export const messageSenders = ['EMPLOYEE', 'PARTNER', 'API_KEY', 'SYSTEM', 'ICAL', 'GUEST'] as const
export type MessageSenderType = (typeof messageSenders)[number]

/** Maximum length of a text and a subject, in code points: contract/messaging.md §15. */
export const textMax = 20_000
export const subjectMax = 255

/** Maximum number of messages that an agency may send per minute: contract/messaging.md §15. */
export const sentPerMinuteMax = 60

const messagingSources = new Set<string>(['DIRECT_AIRBNB', 'DIRECT_VRBO', 'DIRECT_BOOKINGDOTCOM'])

/** Returns true if the channel of a lead accepts messages: contract/messaging.md §4.2. */
export function supportsDirectMessages({ source }: Pick<LeadRow, 'source'>): boolean {
  return messagingSources.has(source)
}

/** Returns the type of a message sent to a lead: contract/messaging.md §3.1. */
export function sentMessageType(kind: MessageKind, lead: Pick<LeadRow, 'source' | 'channel'>) {
  if (kind === 'EMAIL') return 'EMAIL'
  return supportsDirectMessages(lead)
    ? defaultChannel(lead.source as LeadSource, null)
    : (lead.channel as LeadChannel)
}

/** Truncates a text to `max` code points, of which the last is an ellipsis if any was removed. */
export function truncate(text: string, max: number): string {
  const points = [...text]
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`
}
