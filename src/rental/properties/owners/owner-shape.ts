/** Owners on the wire: contract/resources.md §2.1. */
import type { Static } from 'typebox'
import { utcText } from '../../../platform/dates.ts'
import { decimalText } from '../../../platform/money.ts'
import {
  bool,
  emailAddress,
  fraction,
  named,
  nullable,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { type Owner, type OwnerColumns, type Permission, permissionColumns } from './owner.ts'

const permissions = {
  viewBookings: bool(),
  viewGuestDetails: bool(),
  viewFinancials: bool(),
  blockDates: bool(),
  receiveNotifications: bool(),
} satisfies Record<Permission, unknown>

export const owner = shape('Owner', {
  uid: uid(),
  agencyUid: uid(),
  firstName: text(),
  lastName: text(),
  businessName: nullable(text()),
  email: text(),
  phoneNumber: nullable(text({ max: 64 })),
  commissionRate: nullable(fraction()),
  isActive: bool(),
  permissions: shape('OwnerPermissions', permissions),
  createdUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
})

/** What tells one owner from another; v2 has the same. */
export const names = {
  firstName: text({ min: 1 }),
  lastName: text({ min: 1 }),
  email: emailAddress(),
}

const optional = {
  businessName: Type.Optional(nullable(text())),
  phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
  commissionRate: Type.Optional(nullable(fraction())),
  isActive: Type.Optional(bool()),
  permissions: Type.Optional(
    named('OwnerPermissionsPatch', Type.Partial(Type.Object(permissions))),
  ),
}

export const newOwner = shape('OwnerInput', { agencyUid: uid(), ...names, ...optional })

export const ownerParts = shape('OwnerPatch', {
  ...Type.Partial(Type.Object(names)).properties,
  ...optional,
})

/** The columns that are told. */
export function ownerColumns(body: Static<typeof ownerParts>): OwnerColumns {
  const { commissionRate: rate, permissions = {} } = body
  const columns = {
    first_name: body.firstName?.trim(),
    last_name: body.lastName?.trim(),
    business_name: body.businessName,
    email: body.email,
    phone_number: body.phoneNumber,
    commission_rate: rate == null ? rate : decimalText(rate),
    is_active: body.isActive,
    ...Object.fromEntries(
      Object.entries(permissions).map(([name, may]) => [
        permissionColumns[name as Permission],
        may,
      ]),
    ),
  }
  const told = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(told)
}

export function presentOwner(row: Owner): Static<typeof owner> {
  const { commission_rate: rate } = row
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    firstName: row.first_name,
    lastName: row.last_name,
    businessName: row.business_name,
    email: row.email,
    phoneNumber: row.phone_number,
    commissionRate: rate === null ? null : Number(rate),
    isActive: row.is_active,
    permissions: {
      viewBookings: row.view_bookings,
      viewGuestDetails: row.view_guest_details,
      viewFinancials: row.view_financials,
      blockDates: row.block_dates,
      receiveNotifications: row.receive_notifications,
    },
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}
