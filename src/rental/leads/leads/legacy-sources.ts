/** The words of v2 for where a lead comes from, in both directions: contract/leads.md §10.1. */
import { type LeadRow, type LeadSource, leadSources } from './lead.ts'

/** What a word says of a lead: its source, and what tells it from others of that source. */
export type SourceMeant = { source: LeadSource } & Partial<
  Pick<LeadRow, 'channel' | 'ical_provider' | 'type'>
>

/** A lead is called by the first word that fits it, and by its own source if none does. */
export const legacySources: Record<string, SourceMeant> = {
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

const sameInBoth = leadSources.filter(source => source.startsWith('DIRECT_'))

/** Every word that a body may use; DIRECT_VRBO is taken, though never sent. */
export const legacySourceWords: readonly string[] = [...Object.keys(legacySources), ...sameInBoth]

/** What a word of {@link legacySourceWords} says. */
export function sourceMeant(word: string): SourceMeant {
  return legacySources[word] ?? { source: word as LeadSource }
}
