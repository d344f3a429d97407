/** Owners of properties: contract/resources.md §2.1. */
import type { Insertable, Selectable } from 'kysely'
import type { OwnersTable } from '../../tables.ts'

export type Owner = Selectable<OwnersTable>

/** What an owner may do in the portal, and the columns that say it. */
export const permissionColumns = {
  viewBookings: 'view_bookings',
  viewGuestDetails: 'view_guest_details',
  viewFinancials: 'view_financials',
  blockDates: 'block_dates',
  receiveNotifications: 'receive_notifications',
} as const satisfies Record<string, keyof Owner>

export type Permission = keyof typeof permissionColumns

/** The same permissions as clients list them in `permissionTypes`. */
export const permissionTypes = {
  viewBookings: 'VIEW_BOOKINGS',
  viewGuestDetails: 'VIEW_GUEST_DETAILS',
  viewFinancials: 'VIEW_FINANCIALS',
  blockDates: 'BLOCK_DATES',
  receiveNotifications: 'RECEIVE_NOTIFICATIONS',
} as const satisfies Record<Permission, string>

export type PermissionType = (typeof permissionTypes)[Permission]

/** What is written of an owner. */
export type OwnerColumns = Partial<
  Omit<Insertable<OwnersTable>, 'agency_uid' | 'uid' | 'created_at' | 'updated_at' | 'deleted_at'>
>

/** What an owner must be told by. */
export type NewOwnerColumns = OwnerColumns &
  Required<Pick<OwnerColumns, 'first_name' | 'last_name' | 'email'>>

/** How events name the columns that are called otherwise on the wire. */
export const toldNames: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(permissionColumns).map(([name, column]) => [column, `permissions.${name}`]),
  ),
  phone_area_code: 'phoneNumberAreaCode',
}

/** An owner as events compare it: its rate is a number, as on the wire. */
export function toldOwner(owner: Owner) {
  const { commission_rate: rate } = owner
  return { ...owner, commission_rate: rate === null ? null : Number(rate) }
}
