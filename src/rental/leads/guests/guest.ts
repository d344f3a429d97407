import type { Selectable } from 'kysely'
import type { GuestsTable } from '../../tables.ts'
import type { LeadRow } from '../leads/lead.ts'

export type GuestRow = Selectable<GuestsTable>

/** Columns of guest details, and the lead columns from which they come. */
export const guestDetailColumns = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone_number: 'phone_number',
  mobile_number: 'cell_phone_number',
  address: 'address1',
  address2: 'address2',
  city: 'city',
  state: 'state',
  zip_code: 'zip_code',
} as const satisfies Partial<Record<keyof GuestRow, keyof LeadRow>>

export type GuestDetail = keyof typeof guestDetailColumns

export const guestDetailNames = Object.keys(guestDetailColumns) as GuestDetail[]

/** Returns whether a column is personal data (contract/general.md §3). */
export function isPersonal(name: GuestDetail): boolean {
  return name !== 'city' && name !== 'state'
}

const leadColumns = Object.values(guestDetailColumns)

export function hasGuestDetails(lead: LeadRow): boolean {
  return lead.type !== 'BLOCK' && leadColumns.some(column => lead[column] !== null)
}

export function haveSameDetails(before: LeadRow, after: LeadRow): boolean {
  return leadColumns.every(column => before[column] === after[column])
}

/** Returns whether a lead has another e-mail address or, without one, another phone number. */
export function isAnotherGuest(before: LeadRow, after: LeadRow): boolean {
  const [emailBefore, emailAfter] = [before, after].map(
    ({ email }) => email?.trim().toLowerCase() || null,
  )
  if (emailAfter !== null) return emailAfter !== emailBefore
  const [phoneBefore, phoneAfter] = [before, after].map(
    lead => lead.phone_number ?? lead.cell_phone_number,
  )
  // A removed address or number is not another one.
  return emailBefore === null && phoneAfter !== null && phoneBefore !== phoneAfter
}
