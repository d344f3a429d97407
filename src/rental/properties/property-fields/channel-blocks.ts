/** What channels and integrations keep with a property: contract/properties.md §2.4. */
import {
  bool,
  nullable,
  number,
  shape,
  type TSchema,
  Type,
  text,
} from '../../../platform/rest/fields.ts'

const flag = () => Type.Optional(nullable(bool()))
const word = () => Type.Optional(nullable(text()))

/** The objects as bodies give them, each key of them optional and nullable. */
export const blocks = {
  airbnbData: shape('AirbnbData', {
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
  bookingDotComData: shape('BookingDotComData', {
    activeForAgency: flag(),
    active: flag(),
    roomName: word(),
    contactEmployeeUid: word(),
    cancellationPolicyCode: word(),
  }),
  vrboData: shape('VrboData', {
    activeForAgency: flag(),
    active: flag(),
    cancellationPolicy: word(),
  }),
  hvmiData: shape('HvmiData', { activeForAgency: flag(), active: flag() }),
  integrationsData: shape('IntegrationsData', {
    panoramicDataUrl: Type.Optional(nullable(text({ max: 2_048 }))),
  }),
} satisfies Record<string, TSchema>
