import type { Insertable } from 'kysely'
import { newUid } from '../platform/uid.ts'
import type { PropertiesTable, PropertyChannelLinksTable } from '../rental/tables.ts'
import type { Chance } from './chance.ts'

export type ChannelLink = Insertable<PropertyChannelLinksTable> & { external_id: string }

type Blocks = Pick<
  Insertable<PropertiesTable>,
  'airbnb_data' | 'booking_dot_com_data' | 'vrbo_data' | 'hvmi_data'
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

/** What the large channels keep with a property that is listed there; null where it is not. */
export function blocksOf(links: ChannelLink[], name: string, chance: Chance): Blocks {
  const idAt = (channel: string) => links.find(link => link.channel === channel)?.external_id
  const listed = { activeForAgency: true, active: true }
  const airbnbId = idAt('AIRBNB')
  const airbnb = airbnbId !== undefined && {
    ...listed,
    airbnbId,
    instantBookingGuestRequirement: chance.pick(['EVERYONE', 'WELL_REVIEWED_GUESTS']),
    checkInOptionType: chance.pick(['SMART_LOCK', 'KEYPAD', 'LOCKBOX', 'HOST_CHECKIN']),
    cancellationPolicy: chance.pick(['FLEXIBLE', 'MODERATE', 'STRICT']),
    eligibleForPassThroughTaxes: false,
    allowBookingRequestAsFallback: true,
    nonRefundableRateEnabled: true,
    nonRefundableRateDiscount: 10,
    flexibleCheckIn: chance.is(0.4),
  }
  const bookingDotCom = idAt('BOOKINGDOTCOM') !== undefined && {
    ...listed,
    roomName: name,
    cancellationPolicyCode: chance.pick(['1', '34', '43']),
  }
  const vrbo = idAt('VRBO') !== undefined && {
    ...listed,
    cancellationPolicy: chance.pick(['RELAXED', 'MODERATE', 'FIRM', 'STRICT']),
  }
  return {
    airbnb_data: stored(airbnb),
    booking_dot_com_data: stored(bookingDotCom),
    vrbo_data: stored(vrbo),
    hvmi_data: stored(idAt('HVMI') !== undefined && listed),
  }
}

/** Rows without an object have null there, so that all rows have the same columns. */
function stored(block: object | false): string | null {
  return block ? JSON.stringify(block) : null
}
