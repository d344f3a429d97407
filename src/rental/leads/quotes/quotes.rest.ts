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
import { quoteOverrides } from '../../prices/quotes/quote.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { guestBody, guestColumns } from '../leads/guest-information-shape.ts'
import {
  checkChildren,
  checkDates,
  checkOverrides,
  guestsMax,
  type QuoteRequest,
  quoteErrors,
} from './check-quote.ts'
import { holdQuote } from './hold-quote.ts'
import { priceQuote } from './price-quote.ts'
import { presentQuote, quoteResponse } from './quote-shape.ts'

/** Maximum number of pets, and of infants. */
const petsMax = 99

/** Default and maximum minutes for which a quote is held. */
const defaultHoldMinutes = 15
const holdMinutesMax = 1_440
/** Maximum number of guests that a lead, and so a held quote, can have. */
const leadGuestsMax = 999

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
    response: quoteResponse,
    errors: [
      ...quoteErrors,
      'LEAD_NOT_FOUND',
      'FEE_NOT_FOUND',
      'STATE_CONFLICT',
      'READ_ONLY_GRANT',
      'READ_ONLY_CREDENTIAL',
    ],
    authorize: async (ctx, { body }) =>
      body.hold ? requireProperty(ctx, body.propertyUid, { access: 'READ_WRITE' }) : null,
    handler: async (ctx, { body, version, authorized }) => {
      const request = readQuoteRequest(body, version)
      if (authorized === null) return presentQuote(await priceQuote(ctx, request))
      if (request.leadUid !== null) throw invalidParameter('hold', 'must be false for a lead')
      checkHeldGuests(request)
      const columns = guestColumns(ctx, body.guestInformation ?? {})
      const minutes = body.holdMinutes ?? defaultHoldMinutes
      const { quote, lead } = await holdQuote(ctx, authorized, request, { minutes, columns })
      return presentQuote(quote, lead)
    },
  }),
]

/** @throws ApiError INVALID_PARAMETER for too many guests, or no adult among them */
function checkHeldGuests({ guests, children }: QuoteRequest): void {
  const [guestCount, childCount] = [guests ?? 1, children ?? 0]
  if (guestCount > leadGuestsMax) {
    throw invalidParameter('guests', `must be less than or equal to ${leadGuestsMax}`)
  }
  if (childCount >= guestCount)
    throw invalidParameter('childrenCount', `must be less than ${guestCount}`)
}

/**
 * Parses the number of guests, sent as a total or as adults and children; null for the number of
 * the lead.
 *
 * @throws ApiError INVALID_PARAMETER if the numbers contradict each other
 */
function readGuests(body: Static<typeof quoteBody>) {
  const { guests = null, adultCount: adults = null, childrenCount = null, leadUid = null } = body
  if (adults === null) return { guests, adults, children: childrenCount }
  // Without a total, a new stay has no children, and a lead keeps its own.
  const childrenOfLead = leadUid === null ? 0 : null
  const remainingGuests = guests === null ? childrenOfLead : guests - adults
  const children = childrenCount ?? remainingGuests
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
function readQuoteRequest(body: Static<typeof quoteBody>, version: Version): QuoteRequest {
  const { checkInDate: checkIn, checkOutDate: checkOut, leadUid = null } = body
  const { quoteOverrides: overrides = null } = body
  checkDates(checkIn, checkOut)
  const { guests, adults, children } = readGuests(body)
  // The guests of the lead are not read yet; `priceQuote` checks them.
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
