/** What channels and integrations keep with a property: contract/properties.md §2.4. */
import { bool, nullable, number, type TSchema, Type, text } from '../../../platform/rest/fields.ts'

const flag = () => Type.Optional(nullable(bool()))
const word = () => Type.Optional(nullable(text()))

/** The objects as bodies give them, each key of them optional and nullable. */
export const blocks = {
  airbnbData: Type.Object({
    activeForAgency: flag(),
    active: flag(),
    airbnbId: word(),
    instantBookingGuestRequirement: word(),
    checkInOptionType: word(),
    cancellationPolicy: word(),
    eligibleForPassThroughTaxes: flag(),
    allowBookingRequestAsFallback: flag(),
    nonRefundableRateEnabled: flag(),
    flexibleCheckIn: flag(),
    nonRefundableRateDiscount: Type.Optional(nullable(number())),
  }),
  bookingDotComData: Type.Object({
    activeForAgency: flag(),
    active: flag(),
    roomName: word(),
    contactEmployeeUid: word(),
    cancellationPolicyCode: word(),
  }),
  vrboData: Type.Object({ activeForAgency: flag(), active: flag(), cancellationPolicy: word() }),
  hvmiData: Type.Object({ activeForAgency: flag(), active: flag() }),
  integrationsData: Type.Object({
    panoramicDataUrl: Type.Optional(nullable(text({ max: 2_048 }))),
  }),
} satisfies Record<string, TSchema>
