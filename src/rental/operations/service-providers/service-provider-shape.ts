/** A service provider on the wire: contract/resources.md §1.4. */
import type { Static } from 'typebox'
import {
  bool,
  emailAddress,
  nullable,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import type { ServiceProvider } from './service-providers.ts'

const phoneNumberMax = 64

export const serviceProviderSchema = shape('ServiceProvider', {
  uid: uid(),
  agencyUid: uid(),
  name: text(),
  email: nullable(text()),
  phoneNumber: nullable(text({ max: phoneNumberMax })),
  isActive: bool(),
})

/** Schemas of the fields of a service provider in a request. */
export const serviceProviderInputFields = {
  name: text({ min: 1 }),
  email: Type.Optional(nullable(emailAddress())),
  phoneNumber: Type.Optional(nullable(text({ max: phoneNumberMax }))),
  isActive: Type.Optional(bool()),
}

const serviceProviderInput = Type.Object(serviceProviderInputFields)

/** Converts a body to columns; missing fields get their defaults. */
export function toServiceProviderColumns({
  name,
  email = null,
  phoneNumber = null,
  isActive = true,
}: Static<typeof serviceProviderInput>) {
  return { name, email, phone_number: phoneNumber, is_active: isActive }
}

export type ServiceProviderColumns = ReturnType<typeof toServiceProviderColumns>

export function presentServiceProvider(row: ServiceProvider) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    isActive: row.is_active,
  }
}
