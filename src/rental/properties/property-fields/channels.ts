/**
 * Channels of entries in the catalogues of amenities and rules: contract/properties.md §6.3, §6.5.
 */
import { bool, shape } from '../../../platform/rest/fields.ts'

const otherChannels = ['AIRBNB', 'BOOKINGDOTCOM', 'VRBO', 'HVMI', 'GOOGLE'] as const

/** Flags of the channels that support an entry. */
export const channelFlags = shape('ChannelFlags', {
  HOSTFULLY: bool(),
  AIRBNB: bool(),
  BOOKINGDOTCOM: bool(),
  VRBO: bool(),
  HVMI: bool(),
  GOOGLE: bool(),
})

/**
 * Returns the flags of an entry. This server supports all; `elsewhere` is for the other channels.
 */
export function channelsThatKnow(elsewhere: boolean) {
  return {
    HOSTFULLY: true,
    ...Object.fromEntries(otherChannels.map(channel => [channel, elsewhere])),
  }
}
