/** An employee on the wire: contract/resources.md §8.1. */
import { utcTextOrNull } from '../../../platform/dates/dates.ts'
import {
  bool,
  named,
  nullable,
  oneOf,
  personal,
  shape,
  since,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { roles } from '../roles/role.ts'
import type { VisibleEmployee } from './employees.ts'

export const roleName = () => named('EmployeeRole', oneOf(roles))

export const employeeSchema = shape('Employee', {
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
  invitedUtcDateTime: Type.Optional(since('3.3', nullable(utcDateTime()))),
  hasPassword: Type.Optional(since('3.3', bool())),
  lastSeenUtcDateTime: Type.Optional(since('3.3', nullable(utcDateTime()))),
})

/** Invitation to set a password: sent by email, or returned as a link. */
export const invitationSchema = shape('Invitation', {
  email: nullable(text()),
  link: nullable(text({ max: 2_048 })),
  expiresUtcDateTime: utcDateTime(),
})

/**
 * Omits the email address, which is personal data (contract/general.md §3), and the state of the
 * account unless the caller may see them.
 */
export function presentEmployee(row: VisibleEmployee) {
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
    ...(row.shows_account ? presentAccount(row) : {}),
  }
}

function presentAccount({ invited_at, has_password, last_seen_at }: VisibleEmployee) {
  return {
    invitedUtcDateTime: utcTextOrNull(invited_at),
    hasPassword: has_password,
    lastSeenUtcDateTime: utcTextOrNull(last_seen_at),
  }
}
