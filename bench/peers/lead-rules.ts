// Resolvers of fields that are computed from the columns of a lead.
import type { LeadRow, OrderRow } from './lead-rows.ts'

const hourMs = 3_600_000

const bookedStatus: Record<string, string> = {
  AGENT: 'BOOKED_BY_AGENT',
  CUSTOMER: 'BOOKED_BY_CUSTOMER',
  EXTERNAL: 'BOOKED_EXTERNALLY',
}

const cancelledStatus: Record<string, string> = {
  AGENCY: 'CANCELLED',
  GUEST: 'CANCELLED_BY_TRAVELER',
  OWNER: 'CANCELLED_BY_OWNER',
}

const closedStatus: Record<string, string> = {
  HOLD_CLOSED: 'CLOSED_HOLD',
  HOLD_EXPIRED: 'HOLD_EXPIRED',
}

const plainSource: Record<string, string> = {
  HOSTFULLY_UI: 'ORBIRENTAL_FORM',
  HOSTFULLY_DBS: 'ORBIRENTAL_WIDGET',
  HOSTFULLY_LINKED: 'ORBIRENTAL_LINKED',
  HOSTFULLY_OWNER_PORTAL: 'OWNER_PORTAL',
  DIRECT_VRBO: 'DIRECT_HOMEAWAY',
}

const importSource: Record<string, string> = {
  airbnb: 'IMPORT_AIRBNB',
  homeaway: 'IMPORT_HOMEAWAY',
  vrbo: 'IMPORT_VRBO',
  'booking.com': 'IMPORT_BOOKINGCOM',
  abritel: 'IMPORT_ABRITEL',
  tripadvisor: 'IMPORT_TRIPADVISOR',
}

/** Parses `2026-06-05 16:00:00.123+00` to milliseconds. */
function instant(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11)}:00`)
}

/** Formats `2026-06-05 16:00:00.123+00` as `2026-06-05T16:00:00`. */
function dateTime(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}`
}

function toStatus(lead: LeadRow, now: number): string {
  switch (lead.state) {
    case 'BOOKED':
      if (now >= instant(lead.checkOutAt)) return 'ARCHIVED'
      if (now >= instant(lead.checkInAt)) return 'STAY'
      return bookedStatus[lead.bookedBy ?? 'AGENT'] as string
    case 'CANCELLED':
      return cancelledStatus[lead.cancelledBy ?? 'AGENCY'] as string
    case 'NEW':
      return lead.quoteSentAt === null ? 'NEW' : 'QUOTE_SENT'
    case 'CLOSED':
      return closedStatus[lead.closeReason ?? ''] ?? 'CLOSED_QUOTE'
    case 'PENDING_APPROVED':
      return 'PENDING'
    default:
      return lead.state
  }
}

function toSource({ source, type, channel, icalProvider }: LeadRow): string {
  if (source === 'HOSTFULLY_API') {
    return channel === 'EXPEDIA' || channel === 'HOLIDU' ? `DIRECT_${channel}` : 'ORBIRENTAL_API'
  }
  if (source === 'HOSTFULLY_ICAL')
    return importSource[icalProvider ?? ''] ?? 'IMPORT_OTHER_PROVIDER'
  if (source === 'DIRECT_AIRBNB' && type === 'BLOCK') return 'AIRBNB_BLOCK_IMPORT'
  return plainSource[source] ?? source
}

interface Span {
  next: string
  start: number
  end: number
  canBeOverdue: boolean
}

function toSpan(lead: LeadRow, status: string): Span | undefined {
  const timed = (next: string, from: string, hours: number) => {
    const start = instant(from)
    return { next, start, end: start + hours * hourMs, canBeOverdue: true }
  }
  switch (status) {
    case 'NEW':
      return timed('QUOTE_SENT', lead.timerStartedAt ?? lead.createdAt, lead.inquiryResponseHours)
    case 'QUOTE_SENT':
      return timed('CLOSED_QUOTE', lead.quoteSentAt ?? lead.createdAt, lead.quoteValidityHours)
    case 'ON_HOLD':
    case 'PENDING': {
      if (lead.timerEndsAt === null) return undefined
      const start = instant(lead.timerStartedAt ?? lead.createdAt)
      const next = status === 'ON_HOLD' ? 'HOLD_EXPIRED' : 'CLOSED_QUOTE'
      return { next, start, end: instant(lead.timerEndsAt), canBeOverdue: true }
    }
    case 'BOOKED_BY_AGENT':
    case 'BOOKED_BY_CUSTOMER':
    case 'BOOKED_EXTERNALLY': {
      const start = instant(lead.bookedAt ?? lead.createdAt)
      return { next: 'STAY', start, end: instant(lead.checkInAt), canBeOverdue: false }
    }
    case 'STAY': {
      const start = instant(lead.checkInAt)
      return { next: 'ARCHIVED', start, end: instant(lead.checkOutAt), canBeOverdue: false }
    }
  }
}

function toCountdown(lead: LeadRow) {
  const now = Date.now()
  const status = toStatus(lead, now)
  const span = toSpan(lead, status)
  if (!span) {
    const statusAfterPending = lead.source.startsWith('DIRECT_')
      ? 'BOOKED_EXTERNALLY'
      : 'BOOKED_BY_AGENT'
    const nextStatus = status === 'PENDING' ? statusAfterPending : null
    return { countingDown: false, nextStatus, countdownPercentage: null, overdue: false }
  }
  const passed = Math.floor((100 * (now - span.start)) / (span.end - span.start))
  return {
    countingDown: now < span.end,
    nextStatus: span.next,
    countdownPercentage: span.start >= span.end ? 100 : Math.min(100, Math.max(0, passed)),
    overdue: span.canBeOverdue && now >= span.end,
  }
}

/** Resolvers of computed fields; each server resolves the relations itself. */
export const resolvers = {
  Lead: {
    leadType: (lead: LeadRow) => (lead.type === 'BOOKING_REQUEST' ? 'INQUIRY' : lead.type),
    status: (lead: LeadRow) => toStatus(lead, Date.now()),
    source: toSource,
    state: (lead: LeadRow & { stateOrProvince: string | null }) => lead.stateOrProvince,
    checkInDateTimeString: (lead: LeadRow) => dateTime(lead.checkInLocal),
    checkOutDateTimeString: (lead: LeadRow) => dateTime(lead.checkOutLocal),
    bookedDateTimeString: (lead: LeadRow) => lead.bookedAt && dateTime(lead.bookedAt),
    countdown: (lead: LeadRow) => [toCountdown(lead)],
  },
  Order: {
    creationDateTimeString: (order: OrderRow) => dateTime(order.createdAt),
    fees: (order: OrderRow) => [
      { fees: order.feeLines, allFeesGrossAmount: order.allFeesGrossAmount },
    ],
  },
}
