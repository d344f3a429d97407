/** Owners of properties: contract/resources.md §2.1. */
import type { Insertable, Selectable } from 'kysely'
import type { OwnersTable } from '../../tables.ts'

export type Owner = Selectable<OwnersTable>

/** Permissions of an owner in the portal, by column. */
export const permissionColumns = {
  viewBookings: 'view_bookings',
  viewGuestDetails: 'view_guest_details',
  viewFinancials: 'view_financials',
  blockDates: 'block_dates',
  receiveNotifications: 'receive_notifications',
} as const satisfies Record<string, keyof Owner>

export type Permission = keyof typeof permissionColumns

/** Names of the permissions in `permissionTypes`. */
export const permissionTypes = {
  viewBookings: 'VIEW_BOOKINGS',
  viewGuestDetails: 'VIEW_GUEST_DETAILS',
  viewFinancials: 'VIEW_FINANCIALS',
  blockDates: 'BLOCK_DATES',
  receiveNotifications: 'RECEIVE_NOTIFICATIONS',
} as const satisfies Record<Permission, string>

export type PermissionType = (typeof permissionTypes)[Permission]

/** Columns that a write may set. */
export type OwnerColumns = Partial<
  Omit<Insertable<OwnersTable>, 'agency_uid' | 'uid' | 'created_at' | 'updated_at' | 'deleted_at'>
>

/** Columns that a new owner must have. */
export type NewOwnerColumns = OwnerColumns &
  Required<Pick<OwnerColumns, 'first_name' | 'last_name' | 'email'>>

/** Field names in events, for columns with a different name on the wire. */
export const eventFieldNames: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(permissionColumns).map(([name, column]) => [column, `permissions.${name}`]),
  ),
  phone_area_code: 'phoneNumberAreaCode',
}

/** Returns an owner as compared for events. The rate is a number, as on the wire. */
export function toEventOwner(owner: Owner) {
  const { commission_rate: rate } = owner
  return { ...owner, commission_rate: rate === null ? null : Number(rate) }
}
