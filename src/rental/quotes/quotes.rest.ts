/** Quotes: contract/orders.md §8. */
import { route } from '../../context.ts'
import { date, integer, nullable, since, Type, text, uid } from '../../platform/rest/fields.ts'
import { priceQuote } from './price-quote.ts'
import { quoteOverrides } from './quote.ts'
import {
  checkChildren,
  checkDates,
  checkOverrides,
  guestsMax,
  quoteErrors,
} from './quote-checks.ts'
import { presentQuote, quoteAnswer } from './quote-shape.ts'

const petsMax = 99

export const quoteRoutes = [
  route({
    method: 'POST',
    path: '/quotes',
    summary: 'Price a stay',
    tag: 'Quotes',
    stores: false,
    body: Type.Object({
      propertyUid: uid(),
      checkInDate: date(),
      checkOutDate: date(),
      guests: Type.Optional(nullable(integer(1, guestsMax))),
      agencyUid: Type.Optional(nullable(uid())),
      leadUid: Type.Optional(nullable(uid())),
      unitUid: Type.Optional(nullable(uid())),
      childrenCount: Type.Optional(since('3.3', nullable(integer(0, guestsMax)))),
      petCount: Type.Optional(since('3.3', nullable(integer(0, petsMax)))),
      promoCode: Type.Optional(nullable(text())),
      quoteOverrides: Type.Optional(nullable(quoteOverrides)),
    }),
    answer: quoteAnswer,
    errors: [...quoteErrors, 'LEAD_NOT_FOUND', 'FEE_NOT_FOUND', 'INVALID_ENUM_VALUE'],
    handler: async (ctx, { body, version }) => {
      const { checkInDate: checkIn, checkOutDate: checkOut, leadUid = null } = body
      const {
        guests = null,
        childrenCount: children = null,
        quoteOverrides: overrides = null,
      } = body
      checkDates(checkIn, checkOut)
      if (leadUid === null || guests !== null) checkChildren(children ?? 0, guests ?? 1)
      checkOverrides(overrides)
      const quote = await priceQuote(ctx, {
        propertyUid: body.propertyUid,
        checkIn,
        checkOut,
        agencyUid: body.agencyUid ?? null,
        leadUid,
        unitUid: body.unitUid ?? null,
        guests,
        children,
        pets: body.petCount ?? null,
        promoCode: body.promoCode ?? null,
        overrides,
        version,
      })
      return presentQuote(quote)
    },
  }),
]
