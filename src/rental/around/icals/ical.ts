import type { Selectable } from 'kysely'
import type { IcalsTable } from '../../tables.ts'

/** An external calendar that is imported into a property. */
export type Ical = Selectable<IcalsTable>

/** Who keeps external calendars, as far as it is known: contract/resources.md §10. */
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

/** Other words for sources that bodies may use, those of channels (contract/leads.md §2.4). */
export const sourceAliases: Record<string, IcalSource> = {
  BOOKING_COM: 'BOOKINGDOTCOM',
  BOOKING_DOT_COM: 'BOOKINGDOTCOM',
  TRIP_ADVISOR: 'TRIPADVISOR',
}

const sourceOfLabel: Record<string, IcalSource> = {
  airbnb: 'AIRBNB',
  homeaway: 'HOMEAWAY',
  vrbo: 'VRBO',
  abritel: 'ABRITEL',
  tripadvisor: 'TRIPADVISOR',
}

/** Whose calendar a host name speaks of: `www.airbnb.co.uk`, `admin.booking.com`. */
export function sourceOfHost(hostname: string): IcalSource {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  if (labels.slice(-2).join('.') === 'booking.com') return 'BOOKINGDOTCOM'
  return labels.map(label => sourceOfLabel[label]).find(source => source) ?? 'OTHER'
}

/** Beyond it a property gets no more calendars. */
export const icalsMax = 20

/** Events of a calendar to import: all, or those that may have a guest. */
export const importChoices = ['ALL', 'BOOKINGS'] as const

/** The kinds of an event whose summary shows none. */
export const defaultKinds = ['BOOKED', 'BLOCKED'] as const

/** State of a calendar: with `CLASH` or `PENDING` its last response is not settled. */
export function stateOfIcal(ical: Ical): string {
  if (ical.sync_status === 'NEVER' || ical.failures > 0) {
    return ical.sync_status === 'NEVER' ? 'NEVER' : 'ERROR'
  }
  if (ical.clash_count > 0) return 'CLASH'
  if (ical.sync_status === 'ERROR') return 'ERROR'
  return ical.pending_count > 0 ? 'PENDING' : 'OK'
}

/** How often a calendar is fetched, and for how much longer at most, so that they spread. */
export const syncEveryMs = 15 * 60_000
export const syncSpreadMs = 60_000

/** UIDs that have stayed the same for so long, and in so many answers, are relied on. */
export const stableMs = 24 * 3_600_000
export const stableAnswers = 10

/** The number of fetches that fail in a row before it is told. */
export const failuresTold = 4
