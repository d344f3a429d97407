/** An employee on the wire: contract/resources.md §8.1. */
import {
  bool,
  named,
  nullable,
  oneOf,
  personal,
  shape,
  since,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { roles } from '../roles/role.ts'
import type { ShownEmployee } from './employees.ts'

export const roleName = () => named('EmployeeRole', oneOf(roles))

export const employee = shape('Employee', {
  uid: uid(),
  agencyUid: uid(),
  firstName: text(),
  lastName: text(),
  email: personal(text()),
  phoneNumber: nullable(text({ max: 64 })),
  phoneAreaCode: nullable(text({ max: 10 })),
  role: roleName(),
  isActive: bool(),
  pictureUrl: nullable(text({ max: 2_048 })),
  serviceProviderUid: since('3.3', nullable(uid())),
})

/** How somebody comes to a password. */
export const invitation = shape('Invitation', {
  email: nullable(text()),
  link: nullable(text({ max: 2_048 })),
  expiresUtcDateTime: utcDateTime(),
})

/** The e-mail address is personal: contract/general.md §3. */
export function presentEmployee(row: ShownEmployee) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    phoneAreaCode: row.phone_area_code,
    role: row.role,
    isActive: row.is_active,
    pictureUrl: row.picture_url,
    serviceProviderUid: row.service_provider_uid,
    ...(row.personal ? { email: row.email } : {}),
  }
}
