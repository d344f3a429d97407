/** A stay that somebody asks for, as it is typed, and what is sent of it. Pure. */
import type { BodyOf } from '../api/answer.ts'

export const kinds = ['quote', 'hold', 'book'] as const
export type Kind = (typeof kinds)[number]

export interface Wanted {
  kind: Kind
  propertyUid: string
  /** Empty: any that is free. */
  unitUid: string
  from: string
  to: string
  adults: string
  children: string
  pets: string
  promoCode: string
  /** The optional fees that are wanted. */
  extras: string[]
  /** The services that are wanted. */
  services: string[]
  firstName: string
  lastName: string
  email: string
  phone: string
  notes: string
  minutes: string
}

/** What stands in the address, which the calendar's menu fills. */
export function wantedOf(search: URLSearchParams): Wanted {
  const date = (name: string) => {
    const text = search.get(name) ?? ''
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : ''
  }
  return {
    kind: kinds.find(one => one === search.get('as')) ?? 'quote',
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

/** The quote of a stay, or null where something is missing. */
export function quoteBody(wanted: Wanted): QuoteBody | null {
  const { propertyUid, unitUid, from, to, extras } = wanted
  const [adults, children] = [Number(wanted.adults), Number(wanted.children)]
  if (!propertyUid || !from || !to || from >= to || !(adults >= 1)) return null
  const promoCode = wanted.promoCode.trim()
  const otherFees = extras.map(feeUid => ({ feeUid, enabled: true }))
  return {
    propertyUid,
    checkInDate: from,
    checkOutDate: to,
    guests: adults + children,
    childrenCount: children,
    petCount: Number(wanted.pets),
    ...(unitUid ? { unitUid } : {}),
    ...(promoCode ? { promoCode } : {}),
    ...(extras.length > 0 ? { quoteOverrides: { fees: { otherFees } } } : {}),
  }
}

/** What was typed of the guest. */
export function guestBody({ firstName, lastName, email, phone }: Wanted) {
  const typed = { firstName, lastName, email, cellPhoneNumber: phone }
  const some = Object.entries(typed).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()]],
  )
  return Object.fromEntries(some) as Partial<typeof typed>
}

/** The same stay as a lead, in spite of the rules that bind guests. */
export function leadBody(wanted: Wanted, agencyUid: string, status: 'NEW' | 'ON_HOLD') {
  const quote = quoteBody(wanted)!
  const counts = {
    adultCount: Number(wanted.adults),
    childrenCount: Number(wanted.children),
    petCount: Number(wanted.pets),
  }
  return {
    agencyUid,
    status,
    propertyUid: wanted.propertyUid,
    checkInLocalDate: wanted.from,
    checkOutLocalDate: wanted.to,
    guestInformation: { ...guestBody(wanted), ...counts },
    notes: wanted.notes.trim() || null,
    source: 'HOSTFULLY_UI' as const,
    ...(wanted.unitUid ? { unitUid: wanted.unitUid } : {}),
    ...(quote.promoCode ? { promoCode: quote.promoCode } : {}),
    ...(quote.quoteOverrides ? { quoteOverrides: quote.quoteOverrides } : {}),
  }
}
