/** Quotes: contract/orders.md §8. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import {
  bool,
  date,
  emptyIsNull,
  integer,
  nullable,
  shape,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { guestBody, guestColumns } from '../../leads/leads/guest-information-shape.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import {
  checkChildren,
  checkDates,
  checkOverrides,
  guestsMax,
  quoteErrors,
  type WantedQuote,
} from './check-quote.ts'
import { holdQuote } from './hold-quote.ts'
import { priceQuote } from './price-quote.ts'
import { quoteOverrides } from './quote.ts'
import { presentQuote, quoteAnswer } from './quote-shape.ts'

const petsMax = 99

/** How long a quote is held, unless its request says otherwise, and at most. */
const holdMinutes = 15
const holdMinutesMax = 1_440
const guestsOfLeadMax = 999

const quoteBody = shape('QuoteInput', {
  propertyUid: uid(),
  checkInDate: date(),
  checkOutDate: date(),
  guests: Type.Optional(nullable(integer(1, guestsMax))),
  agencyUid: Type.Optional(nullable(uid())),
  leadUid: Type.Optional(nullable(uid())),
  unitUid: Type.Optional(nullable(uid())),
  adultCount: Type.Optional(since('3.3', nullable(integer(1, guestsMax)))),
  childrenCount: Type.Optional(since('3.3', nullable(integer(0, guestsMax)))),
  petCount: Type.Optional(since('3.3', nullable(integer(0, petsMax)))),
  infantCount: Type.Optional(since('3.3', nullable(integer(0, petsMax)))),
  promoCode: Type.Optional(emptyIsNull(nullable(text()))),
  quoteOverrides: Type.Optional(nullable(quoteOverrides)),
  hold: Type.Optional(since('3.3', nullable(bool()))),
  holdMinutes: Type.Optional(since('3.3', nullable(integer(1, holdMinutesMax)))),
  guestInformation: Type.Optional(since('3.3', nullable(guestBody({ counts: false })))),
})

export const quoteRoutes = [
  route({
    method: 'POST',
    path: '/quotes',
    summary: 'Create a quote',
    description:
      'Checks availability and stay rules, and returns the full price. `guests` is adults ' +
      'plus children; `adultCount` is ignored. Nights are only held if `hold` is true.',
    tag: 'Quotes',
    lifecycle: { stores: ({ hold }) => hold === true },
    body: quoteBody,
    answer: quoteAnswer,
    errors: [
      ...quoteErrors,
      'LEAD_NOT_FOUND',
      'FEE_NOT_FOUND',
      'STATE_CONFLICT',
      'READ_ONLY_GRANT',
      'READ_ONLY_CREDENTIAL',
    ],
    authorize: async (ctx, { body }) =>
      body.hold ? reachedProperty(ctx, body.propertyUid, { access: 'READ_WRITE' }) : null,
    handler: async (ctx, { body, version, reached }) => {
      const wanted = readWanted(body, version)
      if (reached === null) return presentQuote(await priceQuote(ctx, wanted))
      if (wanted.leadUid !== null) throw invalidParameter('hold', 'must be false for a lead')
      checkAdults(wanted)
      const columns = guestColumns(ctx, body.guestInformation ?? {})
      const minutes = body.holdMinutes ?? holdMinutes
      const { quote, lead } = await holdQuote(ctx, reached, wanted, { minutes, columns })
      return presentQuote(quote, lead)
    },
  }),
]

/** @throws ApiError INVALID_PARAMETER for guests that a lead could not have */
function checkAdults({ guests, children }: WantedQuote): void {
  const [all, young] = [guests ?? 1, children ?? 0]
  if (all > guestsOfLeadMax) {
    throw invalidParameter('guests', `must be less than or equal to ${guestsOfLeadMax}`)
  }
  if (young >= all) throw invalidParameter('childrenCount', `must be less than ${all}`)
}

/**
 * Returns the guests that a body names, all of them or as a lead does by adults and children. Null:
 * those of the lead.
 *
 * @throws ApiError INVALID_PARAMETER where the numbers do not fit together
 */
function readGuests(body: Static<typeof quoteBody>) {
  const { guests = null, adultCount: adults = null, childrenCount = null, leadUid = null } = body
  if (adults === null) return { guests, adults, children: childrenCount }
  const others = guests === null ? (leadUid === null ? 0 : null) : guests - adults
  const children = childrenCount ?? others
  if (children === null) return { guests, adults, children }
  const sum = adults + children
  if (children < 0 || (guests !== null && guests !== sum)) {
    throw invalidParameter('guests', 'must be adultCount and childrenCount together')
  }
  if (sum > guestsMax) {
    throw invalidParameter('adultCount', `must be less than or equal to ${guestsMax - children}`)
  }
  return { guests: sum, adults, children }
}

/** @throws ApiError INVALID_DATE_RANGE, INVALID_PARAMETER, REQUIRED_PARAMETER */
function readWanted(body: Static<typeof quoteBody>, version: Version): WantedQuote {
  const { checkInDate: checkIn, checkOutDate: checkOut, leadUid = null } = body
  const { quoteOverrides: overrides = null } = body
  checkDates(checkIn, checkOut)
  const { guests, adults, children } = readGuests(body)
  if (leadUid === null || guests !== null) checkChildren(children ?? 0, guests ?? 1)
  checkOverrides(overrides)
  return {
    propertyUid: body.propertyUid,
    checkIn,
    checkOut,
    agencyUid: body.agencyUid ?? null,
    leadUid,
    unitUid: body.unitUid ?? null,
    guests,
    adults,
    children,
    pets: body.petCount ?? null,
    infants: body.infantCount ?? null,
    promoCode: body.promoCode ?? null,
    dropsPromoCode: body.promoCode === null,
    overrides,
    version,
  }
}
