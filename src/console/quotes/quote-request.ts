/** Input of the quote form, and the requests built from it. Pure functions. */
import type { BodyOf } from '../api/response-types.ts'

export const kinds = ['quote', 'hold', 'book'] as const
export type Kind = (typeof kinds)[number]

export interface QuoteInput {
  kind: Kind
  propertyUid: string
  /** Empty for any free unit. */
  unitUid: string
  from: string
  to: string
  adults: string
  children: string
  pets: string
  promoCode: string
  /** Uids of the selected optional fees. */
  extras: string[]
  /** Uids of the selected services. */
  services: string[]
  firstName: string
  lastName: string
  email: string
  phone: string
  notes: string
  minutes: string
}

/** Parses the URL, whose parameters the calendar sets. */
export function readQuoteInput(search: URLSearchParams): QuoteInput {
  const date = (name: string) => {
    const text = search.get(name) ?? ''
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : ''
  }
  return {
    kind: kinds.find(kind => kind === search.get('as')) ?? 'quote',
    propertyUid: search.get('propertyUid') ?? '',
    unitUid: search.get('unitUid') ?? '',
    from: date('from'),
    to: date('to'),
    adults: '2',
    children: '0',
    pets: '0',
    promoCode: '',
    extras: [],
    services: [],
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    notes: '',
    minutes: '',
  }
}

type QuoteBody = BodyOf<'POST /quotes'>

/** Builds the quote request; returns null if the input is incomplete. */
export function quoteBody(input: QuoteInput): QuoteBody | null {
  const { propertyUid, unitUid, from, to, extras } = input
  const [adults, children] = [Number(input.adults), Number(input.children)]
  if (!propertyUid || !from || !to || from >= to || !(adults >= 1)) return null
  const promoCode = input.promoCode.trim()
  const otherFees = extras.map(feeUid => ({ feeUid, enabled: true }))
  return {
    propertyUid,
    checkInDate: from,
    checkOutDate: to,
    guests: adults + children,
    childrenCount: children,
    petCount: Number(input.pets),
    ...(unitUid ? { unitUid } : {}),
    ...(promoCode ? { promoCode } : {}),
    ...(extras.length > 0 ? { quoteOverrides: { fees: { otherFees } } } : {}),
  }
}

/** Returns the non-empty fields of the guest. */
export function guestBody({ firstName, lastName, email, phone }: QuoteInput) {
  const fields = { firstName, lastName, email, cellPhoneNumber: phone }
  const filledFields = Object.entries(fields).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()]],
  )
  return Object.fromEntries(filledFields) as Partial<typeof fields>
}

/** Builds a lead, for which booking rules do not apply. */
export function leadBody(input: QuoteInput, agencyUid: string, status: 'NEW' | 'ON_HOLD') {
  const quote = quoteBody(input)!
  const guestCounts = {
    adultCount: Number(input.adults),
    childrenCount: Number(input.children),
    petCount: Number(input.pets),
  }
  return {
    agencyUid,
    status,
    propertyUid: input.propertyUid,
    checkInLocalDate: input.from,
    checkOutLocalDate: input.to,
    guestInformation: { ...guestBody(input), ...guestCounts },
    notes: input.notes.trim() || null,
    source: 'HOSTFULLY_UI' as const,
    ...(input.unitUid ? { unitUid: input.unitUid } : {}),
    ...(quote.promoCode ? { promoCode: quote.promoCode } : {}),
    ...(quote.quoteOverrides ? { quoteOverrides: quote.quoteOverrides } : {}),
  }
}
