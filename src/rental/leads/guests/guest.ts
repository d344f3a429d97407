import type { Selectable } from 'kysely'
import type { GuestsTable } from '../../tables.ts'
import type { LeadRow } from '../leads/lead.ts'

/** A guest as stored. */
export type GuestRow = Selectable<GuestsTable>

/** What a guest is known by, and the column of leads that tells it. */
export const toldColumns = {
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

export type ToldColumn = keyof typeof toldColumns

/** What is told of a guest, by its names here. */
export const toldNames = Object.keys(toldColumns) as ToldColumn[]

/** Whether only those are shown it who may see personal data (contract/general.md §3). */
export function isPersonal(name: ToldColumn): boolean {
  return name !== 'city' && name !== 'state'
}

const columns = Object.values(toldColumns)

/** Whether a lead says anything of its guest. */
export function tellsOfGuest(lead: LeadRow): boolean {
  return lead.type !== 'BLOCK' && columns.some(column => lead[column] !== null)
}

/** Whether two rows of a lead say the same of its guest. */
export function tellSame(before: LeadRow, after: LeadRow): boolean {
  return columns.every(column => before[column] === after[column])
}

/** Whether a lead says by now that its guest has another address than before. */
export function namesAnother(before: LeadRow, after: LeadRow): boolean {
  const [was, is] = [before, after].map(({ email }) => email?.trim().toLowerCase() || null)
  if (is !== null) return is !== was
  const phones = [before, after].map(lead => lead.phone_number ?? lead.cell_phone_number)
  return was === null && phones[1] !== null && phones[0] !== phones[1]
}
