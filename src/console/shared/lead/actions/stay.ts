/** Values of the stay form and their conversion to requests. Pure functions. */
import type { BodyOf } from '../../../api/response-types.ts'
import type { Lead, Order } from '../leads.query.ts'

export interface Stay {
  propertyUid: string
  /** Empty for any free unit. */
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
  /**
   * `agreed`: agreed nights keep their prices, others are quoted. `anew`: all nights are quoted.
   * `keep`: the price of all nights together is retained. `own`: the user enters it.
   */
  price: 'agreed' | 'anew' | 'keep' | 'own'
  /** Price of the nights, if it is retained or entered by the user. */
  rent: string
}

export function readStay(lead: Lead, order: Order | null): Stay {
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

/** Times of a stay whose time fields were cleared. */
const defaultCheckIn = '16:00'
const defaultCheckOut = '11:00'

type Alteration = BodyOf<'POST /leads/{uid}/alteration'>

/** Returns the changed fields only, which leaves changes of other users as they are. */
export function changedFields(before: Stay, after: Stay): Alteration {
  const isChanged = (...names: (keyof Stay)[]) => names.some(name => before[name] !== after[name])
  const movesProperty = isChanged('propertyUid')
  return {
    ...(movesProperty ? { propertyUid: after.propertyUid } : {}),
    ...(after.unitUid !== '' && (isChanged('unitUid') || movesProperty)
      ? { unitUid: after.unitUid }
      : {}),
    ...(isChanged('checkIn', 'checkInTime')
      ? { checkInLocalDateTime: `${after.checkIn}T${after.checkInTime || defaultCheckIn}:00` }
      : {}),
    ...(isChanged('checkOut', 'checkOutTime')
      ? { checkOutLocalDateTime: `${after.checkOut}T${after.checkOutTime || defaultCheckOut}:00` }
      : {}),
    ...(isChanged('adults') ? { adultCount: Number(after.adults) } : {}),
    ...(isChanged('children') ? { childrenCount: Number(after.children) } : {}),
    ...(isChanged('infants') ? { infantCount: Number(after.infants) } : {}),
    ...(isChanged('pets') ? { petCount: Number(after.pets) } : {}),
    ...(isChanged('promoCode') ? { promoCode: after.promoCode.trim() || null } : {}),
  }
}

type Overrides = Pick<Alteration, 'quoteOverrides'>

/** Returns the request to recalculate agreed nights, too, if the user chose it. */
export function recalculation({ price }: Stay): Pick<Alteration, 'recalculate'> {
  return price === 'anew' ? { recalculate: true } : {}
}

/** Returns the price of the nights, if it overrides the server's. */
export function priceOverrides(stay: Stay, order: Order | null): Overrides {
  if (stay.price === 'own') return overrideRent(Number(stay.rent), null)
  if (stay.price !== 'keep' || order === null) return {}
  return overrideRent(order.rent.rentNetPrice, order.rent.extraGuestsNetPrice)
}

function overrideRent(rentNetPrice: number, extraGuestsNetPrice: number | null): Overrides {
  const extra = extraGuestsNetPrice === null ? {} : { extraGuestsNetPrice }
  return { quoteOverrides: { rent: { rentNetPrice, ...extra } } }
}

/** Builds the quote request for an alteration. */
export function previewBody(
  leadUid: string,
  stay: Stay,
  order: Order | null,
): BodyOf<'POST /quotes'> {
  const [code, formerCode] = [stay.promoCode.trim(), order?.rent.discount?.discountCode ?? '']
  return {
    leadUid,
    propertyUid: stay.propertyUid,
    checkInDate: stay.checkIn,
    checkOutDate: stay.checkOut,
    guests: Number(stay.adults) + Number(stay.children),
    childrenCount: Number(stay.children),
    petCount: Number(stay.pets),
    ...(stay.unitUid === '' ? {} : { unitUid: stay.unitUid }),
    ...(code === formerCode ? {} : { promoCode: code || null }),
    ...priceOverrides(stay, order),
  }
}
