/** Data of channels and integrations at a property: contract/properties.md §2.4. */
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
const optionalText = () => Type.Optional(nullable(text()))

/** Objects in request bodies. All keys are optional and nullable. */
export const blocks = {
  airbnbData: shape('AirbnbData', {
    activeForAgency: flag(),
    active: flag(),
    airbnbId: optionalText(),
    instantBookingGuestRequirement: optionalText(),
    checkInOptionType: optionalText(),
    cancellationPolicy: optionalText(),
    eligibleForPassThroughTaxes: flag(),
    allowBookingRequestAsFallback: flag(),
    nonRefundableRateEnabled: flag(),
    flexibleCheckIn: flag(),
    nonRefundableRateDiscount: Type.Optional(nullable(number())),
  }),
  bookingDotComData: shape('BookingDotComData', {
    activeForAgency: flag(),
    active: flag(),
    roomName: optionalText(),
    contactEmployeeUid: optionalText(),
    cancellationPolicyCode: optionalText(),
  }),
  vrboData: shape('VrboData', {
    activeForAgency: flag(),
    active: flag(),
    cancellationPolicy: optionalText(),
  }),
  hvmiData: shape('HvmiData', { activeForAgency: flag(), active: flag() }),
  integrationsData: shape('IntegrationsData', {
    panoramicDataUrl: Type.Optional(nullable(text({ max: 2_048 }))),
  }),
} satisfies Record<string, TSchema>
