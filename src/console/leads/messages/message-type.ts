import type { Lead } from '../leads.read.ts'

/** Channels by which their guests are written to directly. */
const directSources: readonly Lead['source'][] = [
  'DIRECT_AIRBNB',
  'DIRECT_VRBO',
  'DIRECT_BOOKINGDOTCOM',
]

export function isWrittenDirectly({ source }: Lead): boolean {
  return directSources.includes(source)
}

/** Returns the message type for the guest of a lead; null: the guest has no address. */
export function messageTypeOf(lead: Lead): 'DIRECT_MESSAGE' | 'EMAIL' | null {
  if (isWrittenDirectly(lead)) return 'DIRECT_MESSAGE'
  return lead.guestInformation.email ? 'EMAIL' : null
}
