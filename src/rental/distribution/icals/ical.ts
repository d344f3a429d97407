import type { Selectable } from 'kysely'
import type { IcalsTable } from '../../tables.ts'

/** External calendar that is imported into a property. */
export type Ical = Selectable<IcalsTable>

/** Providers of external calendars: contract/resources.md §10. */
export const icalSources = [
  'AIRBNB',
  'HOMEAWAY',
  'VRBO',
  'BOOKINGDOTCOM',
  'ABRITEL',
  'TRIPADVISOR',
  'OTHER',
] as const
export type IcalSource = (typeof icalSources)[number]

/** Aliases of sources in request bodies: those of channels (contract/leads.md §2.4). */
export const sourceAliases: Record<string, IcalSource> = {
  BOOKING_COM: 'BOOKINGDOTCOM',
  BOOKING_DOT_COM: 'BOOKINGDOTCOM',
  TRIP_ADVISOR: 'TRIPADVISOR',
}

/** Providers by a label of their host names. */
const sourcesByLabel: Record<string, IcalSource> = {
  airbnb: 'AIRBNB',
  homeaway: 'HOMEAWAY',
  vrbo: 'VRBO',
  abritel: 'ABRITEL',
  tripadvisor: 'TRIPADVISOR',
}

/** Returns the provider of a host name such as `www.airbnb.co.uk` or `admin.booking.com`. */
export function detectSource(hostname: string): IcalSource {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  if (labels.slice(-2).join('.') === 'booking.com') return 'BOOKINGDOTCOM'
  return labels.map(label => sourcesByLabel[label]).find(source => source) ?? 'OTHER'
}

/** Maximum number of calendars of a property. */
export const icalsMax = 20

/** Events of a calendar to import: all, or those that may have a guest. */
export const importChoices = ['ALL', 'BOOKINGS'] as const

/** Kinds for events whose summary shows neither a booking nor a closure. */
export const defaultKinds = ['BOOKED', 'BLOCKED'] as const

/** Returns the state of a calendar. CLASH and PENDING: its last response is only partly applied. */
export function icalState(ical: Ical): string {
  if (ical.sync_status === 'NEVER') return 'NEVER'
  if (ical.failures > 0) return 'ERROR'
  if (ical.clash_count > 0) return 'CLASH'
  if (ical.sync_status === 'ERROR') return 'ERROR'
  return ical.pending_count > 0 ? 'PENDING' : 'OK'
}

/** Interval between fetches of a calendar, and its maximum random extension. */
export const syncEveryMs = 15 * 60_000
export const syncJitterMs = 60_000

/** Minimum time and number of responses without changed UIDs until UIDs are trusted. */
export const stableMs = 24 * 3_600_000
export const stableResponses = 10

/** Number of consecutive failures before a calendar is reported. */
export const failuresBeforeReport = 4

/** Columns without validators, so that the next response is read even if it is unchanged. */
export const clearedValidators = { etag: null, last_modified: null, body_digest: null }
