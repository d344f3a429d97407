import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type { LeadSource } from '../src/rental/leads/leads/lead.ts'
import type { PropertiesTable, PropertyChannelLinksTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'

export type ChannelLink = Insertable<PropertyChannelLinksTable> & { external_id: string }

type ChannelData = Pick<
  Insertable<PropertiesTable>,
  'airbnb_data' | 'booking_dot_com_data' | 'vrbo_data' | 'hvmi_data' | 'integrations_data'
>

/** Channels with the share of properties that they list and the address of a listing. */
const channels: [channel: string, share: number, address: string][] = [
  ['AIRBNB', 0.8, 'https://airbnb.example/rooms/'],
  ['BOOKINGDOTCOM', 0.6, 'https://booking.example/hotel/'],
  ['VRBO', 0.5, 'https://vrbo.example/'],
  ['HVMI', 0.15, 'https://homes-and-villas.example/'],
  ['HOME_TO_GO', 0.3, 'https://hometogo.example/rental/'],
  ['HOLIDU', 0.3, 'https://holidu.example/d/'],
  ['WHIMSTAY', 0.2, 'https://whimstay.example/listing/'],
]

/** Generates the listings of a property in addition to the agency's own site. */
export function makeLinks(
  property: { agency_uid: string; uid: string; created_at: Date; updated_at: Date },
  chance: Chance,
): ChannelLink[] {
  const { agency_uid, created_at, updated_at } = property
  return channels
    .filter(([, share]) => chance.is(share))
    .map(([channel, , address]) => {
      const external_id = String(chance.integer(1_000_000, 99_999_999))
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

/** Share of properties not listed on Airbnb that have no data of Airbnb. */
const airbnbMissingShare = 0.1

/** Share of properties with a panorama. */
const panoramaShare = 0.6

/**
 * Generates the data of large channels and integrations. Data of a channel that does not list the
 * property is marked as not active; only that of Airbnb may be null.
 */
export function makeChannelData(links: ChannelLink[], name: string, chance: Chance): ChannelData {
  const findExternalId = (channel: string) =>
    links.find(link => link.channel === channel)?.external_id
  const channelState = (channel: string) => ({
    activeForAgency: true,
    active: findExternalId(channel) !== undefined,
  })
  const airbnbId = findExternalId('AIRBNB') ?? null
  const airbnb = (airbnbId !== null || !chance.is(airbnbMissingShare)) && {
    ...channelState('AIRBNB'),
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
    ...channelState('BOOKINGDOTCOM'),
    roomName: name,
    cancellationPolicyCode: chance.pick(['1', '34', '43']),
  }
  const vrbo = {
    ...channelState('VRBO'),
    cancellationPolicy: chance.pick(['RELAXED', 'MODERATE', 'FIRM', 'STRICT']),
  }
  const tour = chance.is(panoramaShare) && {
    panoramicDataUrl: `https://tours.example/${chance.bytes(6).toString('hex')}`,
  }
  return {
    airbnb_data: toJsonColumn(airbnb),
    booking_dot_com_data: toJsonColumn(bookingDotCom),
    vrbo_data: toJsonColumn(vrbo),
    hvmi_data: toJsonColumn(channelState('HVMI')),
    integrations_data: toJsonColumn(tour),
  }
}

/** Returns whether a channel lists the property. */
export function isListed(block: string | null | undefined): boolean {
  return block != null && JSON.parse(block).active
}

/** Characters of channel references, without similar ones. */
const referenceCharacters = 'ABCDEFHJKMNPQRSTWXYZ23458'

/** Returns the reference that a channel gives the guest, or null for other sources. */
export function makeReference(source: LeadSource, chance: Chance): string | null {
  const randomText = (count: number) =>
    Array.from({ length: count }, () => chance.pick([...referenceCharacters]))
  if (source === 'DIRECT_AIRBNB') return `HM${randomText(8).join('')}`
  if (source === 'DIRECT_BOOKINGDOTCOM') return String(chance.integer(3_000_000_000, 5_999_999_999))
  return source === 'DIRECT_VRBO' ? `HA-${randomText(6).join('')}` : null
}

/** Returns JSON, or null, so that all rows have the same columns. */
function toJsonColumn(block: object | false): string | null {
  return block ? JSON.stringify(block) : null
}
