/** Where a property is listed elsewhere: contract/resources.md §6. */
import type { Selectable } from 'kysely'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { PropertyChannelLinksTable } from '../../tables.ts'

export type PropertyChannelLink = Selectable<PropertyChannelLinksTable>

/** The channels whose links any writer of the property may write, in every version. */
const open = ['HOME_TO_GO', 'YONDER', 'GO_LIGHTLY', 'VACAY_MY_WAY', 'HOMADS'] as const

/** The channels that write their links themselves. */
const majors = ['AIRBNB', 'VRBO', 'BOOKINGDOTCOM', 'HVMI', 'GOOGLE'] as const

/** Those that came with v3.3. */
const further = [
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

export const linkedChannels = [...open, ...majors, ...further] as const
export type LinkedChannel = (typeof linkedChannels)[number]

/** Since when a channel is known that v2 does not know. */
export const channelSince: Partial<Record<LinkedChannel, Version>> = {
  ...Object.fromEntries(majors.map(channel => [channel, '3.0'])),
  ...Object.fromEntries(further.map(channel => [channel, '3.3'])),
}

/** Other words for channels, by which leads know them. */
export const linkAliases: Record<string, LinkedChannel> = {
  GOLIGHTLY: 'GO_LIGHTLY',
  BOOKING_COM: 'BOOKINGDOTCOM',
  BOOKING_DOT_COM: 'BOOKINGDOTCOM',
}

/** The channels whose links a version shows. */
export function channelsIn(version: Version): LinkedChannel[] {
  const isKnown = (channel: LinkedChannel) => {
    const since = channelSince[channel]
    return existsIn(version, since ? { since } : {})
  }
  return linkedChannels.filter(isKnown)
}

/** Whether links of a channel are its own, for others to read only. */
export function isMajor(channel: string): boolean {
  return (majors as readonly string[]).includes(channel)
}
