/** A stay as it is typed, and what of it is sent. Pure. */
import type { BodyOf } from '../../api/answer.ts'
import type { Lead, Order } from '../leads.read.ts'

export interface Stay {
  propertyUid: string
  /** Empty: any. */
  unitUid: string
  checkIn: string
  checkInTime: string
  checkOut: string
  checkOutTime: string
  adults: string
  children: string
  infants: string
  pets: string
  promoCode: string
  price: 'agreed' | 'anew' | 'keep' | 'own'
  /** The price of the nights, where it is kept or one's own. */
  rent: string
}

export function stayOf(lead: Lead, order: Order | null): Stay {
  const { checkInLocalDateTime: from, checkOutLocalDateTime: to, guestInformation: guest } = lead
  return {
    propertyUid: lead.propertyUid ?? '',
    unitUid: lead.unitUid ?? '',
    checkIn: from.slice(0, 10),
    checkInTime: from.slice(11, 16),
    checkOut: to.slice(0, 10),
    checkOutTime: to.slice(11, 16),
    adults: String(guest.adultCount),
    children: String(guest.childrenCount),
    infants: String(guest.infantCount),
    pets: String(guest.petCount),
    promoCode: order?.rent.discount?.discountCode ?? '',
    price: 'agreed',
    rent: String(order?.rent.rentNetPrice ?? ''),
  }
}

type Alteration = BodyOf<'POST /leads/{uid}/alteration'>

/** What is different: a second person's change of the rest is left as it is. */
export function changesOf(before: Stay, after: Stay): Alteration {
  const changed = (...names: (keyof Stay)[]) => names.some(name => before[name] !== after[name])
  const isElsewhere = changed('propertyUid')
  return {
    ...(isElsewhere ? { propertyUid: after.propertyUid } : {}),
    ...(after.unitUid !== '' && (changed('unitUid') || isElsewhere)
      ? { unitUid: after.unitUid }
      : {}),
    ...(changed('checkIn', 'checkInTime')
      ? { checkInLocalDateTime: `${after.checkIn}T${after.checkInTime || '16:00'}:00` }
      : {}),
    ...(changed('checkOut', 'checkOutTime')
      ? { checkOutLocalDateTime: `${after.checkOut}T${after.checkOutTime || '11:00'}:00` }
      : {}),
    ...(changed('adults') ? { adultCount: Number(after.adults) } : {}),
    ...(changed('children') ? { childrenCount: Number(after.children) } : {}),
    ...(changed('infants') ? { infantCount: Number(after.infants) } : {}),
    ...(changed('pets') ? { petCount: Number(after.pets) } : {}),
    ...(changed('promoCode') ? { promoCode: after.promoCode.trim() || null } : {}),
  }
}

type Overrides = Pick<Alteration, 'quoteOverrides'>

/** Whether agreed nights are priced anew, too. */
export function recalculationOf({ price }: Stay): Pick<Alteration, 'recalculate'> {
  return price === 'anew' ? { recalculate: true } : {}
}

/** The price of the nights, where it shall be another one than the server has for them. */
export function overridesOf(stay: Stay, order: Order | null): Overrides {
  if (stay.price === 'own') return rentOf(Number(stay.rent), null)
  if (stay.price !== 'keep' || order === null) return {}
  return rentOf(order.rent.rentNetPrice, order.rent.extraGuestsNetPrice)
}

function rentOf(rentNetPrice: number, extraGuestsNetPrice: number | null): Overrides {
  const extra = extraGuestsNetPrice === null ? {} : { extraGuestsNetPrice }
  return { quoteOverrides: { rent: { rentNetPrice, ...extra } } }
}

/** The quote for the alteration. */
export function quoteOf(leadUid: string, stay: Stay, order: Order | null): BodyOf<'POST /quotes'> {
  const [code, kept] = [stay.promoCode.trim(), order?.rent.discount?.discountCode ?? '']
  return {
    leadUid,
    propertyUid: stay.propertyUid,
    checkInDate: stay.checkIn,
    checkOutDate: stay.checkOut,
    guests: Number(stay.adults) + Number(stay.children),
    childrenCount: Number(stay.children),
    petCount: Number(stay.pets),
    ...(stay.unitUid === '' ? {} : { unitUid: stay.unitUid }),
    ...(code === kept ? {} : { promoCode: code || null }),
    ...overridesOf(stay, order),
  }
}
