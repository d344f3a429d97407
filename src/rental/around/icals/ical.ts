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

/** What leads that come from a calendar have as their provider: contract/leads.md §10.1. */
export function providerOf(source: string): string {
  return source === 'BOOKINGDOTCOM' ? 'booking.com' : source.toLowerCase()
}

/** Beyond it a property gets no more calendars. */
export const icalsMax = 20

/** Whether what an event is called speaks of guests; otherwise its nights are merely blocked. */
export function speaksOfGuests(summary: string): boolean {
  return /reserv|book/i.test(summary) && !/not available|block/i.test(summary)
}

/** How often a calendar is fetched, and for how much longer at most, so that they spread. */
export const syncEveryMs = 15 * 60_000
export const syncSpreadMs = 60_000

/** The number of fetches that fail in a row before it is told. */
export const failuresTold = 4
