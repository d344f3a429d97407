/** The channels that a catalogue says to know its entries: contract/properties.md §6.3, §6.5. */
import { bool, shape } from '../../../platform/rest/fields.ts'

const others = ['AIRBNB', 'BOOKINGDOTCOM', 'VRBO', 'HVMI', 'GOOGLE'] as const

/** An entry's channels on the wire. */
export const channelFlags = shape('ChannelFlags', {
  HOSTFULLY: bool(),
  AIRBNB: bool(),
  BOOKINGDOTCOM: bool(),
  VRBO: bool(),
  HVMI: bool(),
  GOOGLE: bool(),
})

/** Here every entry is known; `elsewhere` says whether the channels know it, too. */
export function channelsThatKnow(elsewhere: boolean) {
  return { HOSTFULLY: true, ...Object.fromEntries(others.map(channel => [channel, elsewhere])) }
}
