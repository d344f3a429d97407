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

export const serviceProvider = shape('ServiceProvider', {
  uid: uid(),
  agencyUid: uid(),
  name: text(),
  email: nullable(text()),
  phoneNumber: nullable(text({ max: 64 })),
  isActive: bool(),
})

/** What a client writes of one. */
export const serviceProviderMembers = {
  name: text({ min: 1 }),
  email: Type.Optional(nullable(emailAddress())),
  phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
  isActive: Type.Optional(bool()),
}

const body = Type.Object(serviceProviderMembers)

/** The columns that a body means, what it leaves out by its default. */
export function columnsFrom({
  name,
  email = null,
  phoneNumber = null,
  isActive = true,
}: Static<typeof body>) {
  return { name, email, phone_number: phoneNumber, is_active: isActive }
}

export type ServiceProviderColumns = ReturnType<typeof columnsFrom>

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
