/** Lead sources of v2, in both directions: contract/leads.md §10.1. */
import { type LeadRow, type LeadSource, leadSources } from './lead.ts'

/** Source of a lead, and the columns that distinguish it from others of that source. */
export type SourceColumns = { source: LeadSource } & Partial<
  Pick<LeadRow, 'channel' | 'ical_provider' | 'type'>
>

/** Sources of v2. A lead has the first one that matches it, otherwise its own source. */
export const legacySources: Record<string, SourceColumns> = {
  ORBIRENTAL_FORM: { source: 'HOSTFULLY_UI' },
  ORBIRENTAL_WIDGET: { source: 'HOSTFULLY_DBS' },
  DIRECT_EXPEDIA: { source: 'HOSTFULLY_API', channel: 'EXPEDIA' },
  DIRECT_HOLIDU: { source: 'HOSTFULLY_API', channel: 'HOLIDU' },
  ORBIRENTAL_API: { source: 'HOSTFULLY_API' },
  ORBIRENTAL_LINKED: { source: 'HOSTFULLY_LINKED' },
  OWNER_PORTAL: { source: 'HOSTFULLY_OWNER_PORTAL' },
  IMPORT_AIRBNB: { source: 'HOSTFULLY_ICAL', ical_provider: 'airbnb' },
  IMPORT_HOMEAWAY: { source: 'HOSTFULLY_ICAL', ical_provider: 'homeaway' },
  IMPORT_VRBO: { source: 'HOSTFULLY_ICAL', ical_provider: 'vrbo' },
  IMPORT_BOOKINGCOM: { source: 'HOSTFULLY_ICAL', ical_provider: 'booking.com' },
  IMPORT_ABRITEL: { source: 'HOSTFULLY_ICAL', ical_provider: 'abritel' },
  IMPORT_TRIPADVISOR: { source: 'HOSTFULLY_ICAL', ical_provider: 'tripadvisor' },
  IMPORT_OTHER_PROVIDER: { source: 'HOSTFULLY_ICAL' },
  AIRBNB_BLOCK_IMPORT: { source: 'DIRECT_AIRBNB', type: 'BLOCK' },
  DIRECT_HOMEAWAY: { source: 'DIRECT_VRBO' },
}

const unchangedSources = leadSources.filter(source => source.startsWith('DIRECT_'))

/** Sources that a v2 body may use; DIRECT_VRBO is accepted, but never returned. */
export const legacySourceNames: readonly string[] = [
  ...Object.keys(legacySources),
  ...unchangedSources,
]

/** Returns the source and columns that a v2 source stands for. */
export function resolveLegacySource(name: string): SourceColumns {
  return legacySources[name] ?? { source: name as LeadSource }
}
