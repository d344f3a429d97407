/** The guest on the wire: contract/resources.md §8.2. */
import { utcText } from '../../../platform/dates.ts'
import {
  nullable,
  personal,
  shape,
  type TSchema,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import type { Guest, LegacyGuest } from './guests.ts'

/** What is told of a guest; what no lead tells is null. */
const told: Record<string, (guest: Guest) => string | null> = {
  firstName: guest => guest.first_name,
  lastName: guest => guest.last_name,
  email: guest => guest.email,
  phoneNumber: guest => guest.phone_number,
  mobileNumber: guest => guest.mobile_number,
  address: guest => guest.address,
  address2: guest => guest.address2,
  city: guest => guest.city,
  state: guest => guest.state,
  zipCode: guest => guest.zip_code,
  birthDate: () => null,
  pictureURL: () => null,
  linkedinURL: () => null,
  facebookURL: () => null,
  skypeID: () => null,
  favoriteAirline: () => null,
  profileNotes: () => null,
}
const isPersonal = (name: string) => name !== 'city' && name !== 'state'

/** An object of something for each thing that is told. */
function ofEach<T>(value: (name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.keys(told).map(name => [name, value(name)]))
}

const words = (): TSchema => nullable(text())

export const guest = shape('Guest', {
  uid: uid(),
  ...ofEach(name => (isPersonal(name) ? (personal(words()) as TSchema) : words())),
  created: utcDateTime(),
})

/** v2 shows that something is hidden. */
export const legacyGuest = shape('Guest', {
  uid: uid(),
  ...ofEach(words),
  created: utcDateTime(),
  leadsUids: Type.Array(uid()),
})

/** A guest; personal data only to who may see it. */
export function presentGuest(row: Guest) {
  const shown = Object.entries(told).filter(([name]) => row.personal || !isPersonal(name))
  const values = shown.map(([name, of]) => [name, of(row)])
  return { uid: row.uid, ...Object.fromEntries(values), created: utcText(row.created_at) }
}

/** Presents a guest for v2, with the guest's leads; what is hidden comes as such. */
export function presentLegacyGuest(row: LegacyGuest) {
  const created = utcText(row.created_at)
  return { uid: row.uid, ...ofEach(name => told[name]!(row)), created, leadsUids: row.leads_uids }
}
