/** Links to listings of properties on channels: contract/resources.md §6. */
import type { Selectable } from 'kysely'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { PropertyChannelLinksTable } from '../../tables.ts'

export type PropertyChannelLink = Selectable<PropertyChannelLinksTable>

/**
 * Channels whose links any caller with write access to the property may change, in every version.
 */
const openChannels = ['HOME_TO_GO', 'YONDER', 'GO_LIGHTLY', 'VACAY_MY_WAY', 'HOMADS'] as const

/** Channels whose links only the channel itself may change. */
const majorChannels = ['AIRBNB', 'VRBO', 'BOOKINGDOTCOM', 'HVMI', 'GOOGLE'] as const

/** Channels added in v3.3. */
const addedChannels = [
  'EXPEDIA',
  'TRIP_ADVISOR',
  'HOLIDU',
  'GETAWAY_GO_GO',
  'NEXTPAX',
  'RED_AWNING',
  'RENTALS_UNITED',
  'WHIMSTAY',
  'OTHER',
] as const

export const linkedChannels = [...openChannels, ...majorChannels, ...addedChannels] as const
export type LinkedChannel = (typeof linkedChannels)[number]

/** First version that knows the channel, for channels that v2 does not know. */
export const channelSince: Partial<Record<LinkedChannel, Version>> = {
  ...Object.fromEntries(majorChannels.map(channel => [channel, '3.0'])),
  ...Object.fromEntries(addedChannels.map(channel => [channel, '3.3'])),
}

/** Alternative names of channels, as used for leads. */
export const linkAliases: Record<string, LinkedChannel> = {
  GOLIGHTLY: 'GO_LIGHTLY',
  BOOKING_COM: 'BOOKINGDOTCOM',
  BOOKING_DOT_COM: 'BOOKINGDOTCOM',
}

/** Returns the channels that a version knows. */
export function channelsIn(version: Version): LinkedChannel[] {
  const existsInVersion = (channel: LinkedChannel) => {
    const since = channelSince[channel]
    return existsIn(version, since ? { since } : {})
  }
  return linkedChannels.filter(existsInVersion)
}

/** Returns true if only the channel itself may change its links. */
export function isMajor(channel: string): boolean {
  return (majorChannels as readonly string[]).includes(channel)
}
