import {
  bool,
  countryCode,
  currencyCode,
  integer,
  named,
  nullable,
  shape,
  since,
  Type,
  text,
  timeZone,
  uid,
} from '../../../platform/rest/fields.ts'

/** The agency on the wire: contract/resources.md §11. Hours are local, 0 to 23. */
export const agencySchema = shape('Agency', {
  uid: uid(),
  name: text(),
  agencyEmailAddress: nullable(text()),
  phoneNumber: nullable(text()),
  website: nullable(text()),
  address1: nullable(text()),
  city: nullable(text()),
  zipCode: nullable(text()),
  state: nullable(text()),
  countryCode: nullable(text()),
  currency: text(),
  currencyCode: text(),
  defaultCheckInTime: integer(0, 23),
  defaultCheckOutTime: integer(0, 23),
  rentalCondition: nullable(text({ max: 10_000 })),
  timeZone: since('3.3', timeZone()),
})

/** Body of PATCH: every field but `uid`. `currency` and `currencyCode` are aliases. */
export const agencyPatch = shape('AgencyPatch', {
  name: Type.Optional(text({ min: 1 })),
  agencyEmailAddress: Type.Optional(nullable(text())),
  phoneNumber: Type.Optional(nullable(text())),
  website: Type.Optional(nullable(text())),
  address1: Type.Optional(nullable(text())),
  city: Type.Optional(nullable(text())),
  zipCode: Type.Optional(nullable(text())),
  state: Type.Optional(nullable(text())),
  countryCode: Type.Optional(nullable(countryCode())),
  currency: Type.Optional(currencyCode()),
  currencyCode: Type.Optional(currencyCode()),
  defaultCheckInTime: Type.Optional(integer(0, 23)),
  defaultCheckOutTime: Type.Optional(integer(0, 23)),
  rentalCondition: Type.Optional(nullable(text({ max: 10_000 }))),
  timeZone: Type.Optional(timeZone()),
})

/** Settings of an agency, hours with their ranges: contract/general.md §13. */
export const agencySettingsSchema = shape('AgencySettings', {
  holdHours: integer(1, 720),
  requestHours: integer(0, 720),
  paymentHours: integer(0, 720),
  requestNeedsConfirmation: bool(),
  inquiryResponseHours: integer(1, 8_760),
  quoteValidityHours: integer(1, 8_760),
  v2LeadWrites: bool(),
  personalDataRetentionDays: integer(0, 36_500),
  messageRetentionDays: integer(0, 36_500),
})

export const agencySettingsPatch = named('AgencySettingsPatch', Type.Partial(agencySettingsSchema))
