/** Channels with a rate multiplier: contract/pricing.md §6.2. */
export const multiplierChannels = [
  'HOSTFULLY',
  'AIRBNB',
  'BOOKINGDOTCOM',
  'HVMI',
  'VRBO',
  'GOOGLE',
  'GETAWAY_GO_GO',
  'GOLIGHTLY',
  'HOMADS',
  'NEXTPAX',
  'RED_AWNING',
  'RENTALS_UNITED',
  'TRIP_ADVISOR',
  'VACAY_MY_WAY',
  'WHIMSTAY',
] as const

export type MultiplierChannel = (typeof multiplierChannels)[number]
