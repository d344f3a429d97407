import type { Selectable } from 'kysely'
import { existsIn, type Version } from '../../platform/rest/version.ts'
import type { LeadsTable } from '../tables.ts'

/** Enumerations of a lead, in the order in which errors list them: contract/leads.md §2. */
export const leadTypes = ['BLOCK', 'INQUIRY', 'BOOKING_REQUEST', 'BOOKING'] as const

export const leadStatuses = [
  'NEW',
  'CANCELLED',
  'IGNORED',
  'PENDING',
  'BOOKED',
  'SAMPLE',
  'DUPLICATE',
  'CLOSED',
  'DECLINED',
  'PENDING_APPROVED',
  'BLOCKED',
  'ON_HOLD',
] as const

export const leadSources = [
  'HOSTFULLY_UI',
  'HOSTFULLY_DBS',
  'HOSTFULLY_API',
  'HOSTFULLY_LINKED',
  'HOSTFULLY_OWNER_PORTAL',
  'HOSTFULLY_ICAL',
  'DIRECT_HOMETOGO',
  'DIRECT_BOOKINGDOTCOM',
  'DIRECT_AIRBNB',
  'DIRECT_VRBO',
  'DIRECT_HVMI',
  'DIRECT_REDAWNING',
  'DIRECT_GOOGLE',
] as const

export const leadChannels = [
  'HOSTFULLY',
  'AIRBNB',
  'VRBO',
  'BOOKINGDOTCOM',
  'HOME_TO_GO',
  'HVMI',
  'GOOGLE',
  'RED_AWNING',
  'EXPEDIA',
  'HOLIDU',
  'TRIP_ADVISOR',
  'GETAWAY_GO_GO',
  'GOLIGHTLY',
  'HOMADS',
  'NEXTPAX',
  'RENTALS_UNITED',
  'VACAY_MY_WAY',
  'WHIMSTAY',
  'YONDER',
  'OTHER',
] as const

export type LeadType = (typeof leadTypes)[number]
export type LeadStatus = (typeof leadStatuses)[number]
export type LeadSource = (typeof leadSources)[number]
export type LeadChannel = (typeof leadChannels)[number]

/** Enum values that are younger than 3.0. */
export const statusSince = { PENDING_APPROVED: '3.2' } as const

/** A lead as stored, and whether the caller may see its guest's personal data. */
export type Lead = Selectable<LeadsTable> & { personal: boolean }

/** A lead that blocks holds its nights (contract/pricing.md §3.1). It looks at no timers. */
export function blocks(status: LeadStatus): boolean {
  return ['BOOKED', 'BLOCKED', 'PENDING', 'PENDING_APPROVED', 'ON_HOLD'].includes(status)
}

/** A status as a version words it: below 3.2 PENDING_APPROVED reads as PENDING. */
export function statusAt(version: Version, status: string): string {
  return status === 'PENDING_APPROVED' && !knowsApproval(version) ? 'PENDING' : status
}

/** The statuses that a version's words stand for. */
export function statusesMeant(version: Version, words: readonly string[]): string[] {
  const approvedToo = words.includes('PENDING') && !knowsApproval(version)
  return approvedToo ? [...words, 'PENDING_APPROVED'] : [...words]
}

function knowsApproval(version: Version): boolean {
  return existsIn(version, { since: statusSince.PENDING_APPROVED })
}

const channelOfSource: Partial<Record<LeadSource, LeadChannel>> = {
  DIRECT_HOMETOGO: 'HOME_TO_GO',
  DIRECT_BOOKINGDOTCOM: 'BOOKINGDOTCOM',
  DIRECT_AIRBNB: 'AIRBNB',
  DIRECT_VRBO: 'VRBO',
  DIRECT_HVMI: 'HVMI',
  DIRECT_REDAWNING: 'RED_AWNING',
  DIRECT_GOOGLE: 'GOOGLE',
}

const channelOfProvider: Record<string, LeadChannel> = {
  airbnb: 'AIRBNB',
  'booking.com': 'BOOKINGDOTCOM',
  tripadvisor: 'TRIP_ADVISOR',
  homeaway: 'VRBO',
  vrbo: 'VRBO',
  abritel: 'VRBO',
}

/** The channel of a lead that names none (contract/leads.md §2.4). */
export function defaultChannel(source: LeadSource, icalProvider: string | null): LeadChannel {
  if (source === 'HOSTFULLY_ICAL') return channelOfProvider[icalProvider ?? ''] ?? 'OTHER'
  return channelOfSource[source] ?? 'HOSTFULLY'
}

/** Who is said to have booked (contract/leads.md §4.2, → BK). */
export function bookedBy(source: LeadSource): 'AGENT' | 'CUSTOMER' | 'EXTERNAL' {
  if (source.startsWith('DIRECT_') || source === 'HOSTFULLY_ICAL') return 'EXTERNAL'
  return source === 'HOSTFULLY_DBS' ? 'CUSTOMER' : 'AGENT'
}
