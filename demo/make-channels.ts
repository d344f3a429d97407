import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type { LeadSource } from '../src/rental/leads/leads/lead.ts'
import type { PropertiesTable, PropertyChannelLinksTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'

export type ChannelLink = Insertable<PropertyChannelLinksTable> & { external_id: string }

type Blocks = Pick<
  Insertable<PropertiesTable>,
  'airbnb_data' | 'booking_dot_com_data' | 'vrbo_data' | 'hvmi_data' | 'integrations_data'
>

/** How likely a property is listed where, and the address of a listing. */
const channels: [channel: string, share: number, address: string][] = [
  ['AIRBNB', 0.8, 'https://airbnb.example/rooms/'],
  ['BOOKINGDOTCOM', 0.6, 'https://booking.example/hotel/'],
  ['VRBO', 0.5, 'https://vrbo.example/'],
  ['HVMI', 0.15, 'https://homes-and-villas.example/'],
  ['HOME_TO_GO', 0.3, 'https://hometogo.example/rental/'],
  ['HOLIDU', 0.3, 'https://holidu.example/d/'],
  ['WHIMSTAY', 0.2, 'https://whimstay.example/listing/'],
]

/** Where a property is listed besides the agency's own site. */
export function makeLinks(
  property: { agency_uid: string; uid: string; created_at: Date; updated_at: Date },
  chance: Chance,
): ChannelLink[] {
  const { agency_uid, created_at, updated_at } = property
  return channels
    .filter(([, share]) => chance.is(share))
    .map(([channel, , address]) => {
      const external_id = String(chance.whole(1_000_000, 99_999_999))
      return {
        agency_uid,
        uid: newUid(created_at.getTime(), () => chance.bytes(16)),
        property_uid: property.uid,
        channel,
        url: `${address}${external_id}`,
        external_id,
        created_at,
        updated_at,
      }
    })
}

/** The share of properties off Airbnb that were never prepared for it. */
const unprepared = 0.1

/** Number of properties with a panorama. */
const panoramas = 0.6

/**
 * Returns what the large channels and integrations store with a property. A block of a channel that
 * does not list it is there, too, as not active; only that of Airbnb may be null.
 */
export function blocksOf(links: ChannelLink[], name: string, chance: Chance): Blocks {
  const idAt = (channel: string) => links.find(link => link.channel === channel)?.external_id
  const at = (channel: string) => ({
    activeForAgency: true,
    active: idAt(channel) !== undefined,
  })
  const airbnbId = idAt('AIRBNB') ?? null
  const airbnb = (airbnbId !== null || !chance.is(unprepared)) && {
    ...at('AIRBNB'),
    airbnbId,
    instantBookingGuestRequirement: chance.pick(['everyone', 'well_reviewed_guests']),
    checkInOptionType: chance.pick(['smart_lock', 'keypad', 'lockbox', 'doorman_entry']),
    cancellationPolicy: chance.pick(['flexible', 'moderate', 'strict']),
    eligibleForPassThroughTaxes: false,
    allowBookingRequestAsFallback: true,
    nonRefundableRateEnabled: true,
    nonRefundableRateDiscount: 10,
    flexibleCheckIn: chance.is(0.4),
  }
  const bookingDotCom = {
    ...at('BOOKINGDOTCOM'),
    roomName: name,
    cancellationPolicyCode: chance.pick(['1', '34', '43']),
  }
  const vrbo = {
    ...at('VRBO'),
    cancellationPolicy: chance.pick(['RELAXED', 'MODERATE', 'FIRM', 'STRICT']),
  }
  const tour = chance.is(panoramas) && {
    panoramicDataUrl: `https://tours.example/${chance.bytes(6).toString('hex')}`,
  }
  return {
    airbnb_data: stored(airbnb),
    booking_dot_com_data: stored(bookingDotCom),
    vrbo_data: stored(vrbo),
    hvmi_data: stored(at('HVMI')),
    integrations_data: stored(tour),
  }
}

/** Returns whether a channel lists the property. */
export function isListed(block: string | null | undefined): boolean {
  return block != null && JSON.parse(block).active
}

/** Signs of which references of channels are made, without those that look like another. */
const signs = 'ABCDEFHJKMNPQRSTWXYZ23458'

/** Returns the reference that the channel of a booking gives guests; null of other leads. */
export function referenceOf(source: LeadSource, chance: Chance): string | null {
  const some = (count: number) => Array.from({ length: count }, () => chance.pick([...signs]))
  if (source === 'DIRECT_AIRBNB') return `HM${some(8).join('')}`
  if (source === 'DIRECT_BOOKINGDOTCOM') return String(chance.whole(3_000_000_000, 5_999_999_999))
  return source === 'DIRECT_VRBO' ? `HA-${some(6).join('')}` : null
}

/** Rows without an object have null there, so that all rows have the same columns. */
function stored(block: object | false): string | null {
  return block ? JSON.stringify(block) : null
}
