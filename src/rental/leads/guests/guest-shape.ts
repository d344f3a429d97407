/** Response schema of a guest: contract/resources.md §8.2. */
import { utcText } from '../../../platform/dates/dates.ts'
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

/** Values of the fields of a guest; null for fields that leads do not have. */
const valueByField: Record<string, (guest: Guest) => string | null> = {
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
/** Returns whether a field is personal data (contract/general.md §3). */
const isPersonalField = (name: string) => name !== 'city' && name !== 'state'

/** Returns an object with a value for each field. */
function mapFields<T>(value: (name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.keys(valueByField).map(name => [name, value(name)]))
}

const detail = (): TSchema => nullable(text())

export const guestSchema = shape('Guest', {
  uid: uid(),
  ...mapFields(name => (isPersonalField(name) ? (personal(detail()) as TSchema) : detail())),
  created: utcDateTime(),
})

/** Guest of v2, in which placeholders stand for hidden values. */
export const legacyGuestSchema = shape('Guest', {
  uid: uid(),
  ...mapFields(detail),
  created: utcDateTime(),
  leadsUids: Type.Array(uid()),
})

/** Presents a guest; personal data only if the caller may see it. */
export function presentGuest(row: Guest) {
  const visible = Object.entries(valueByField).filter(
    ([name]) => row.personal || !isPersonalField(name),
  )
  const values = visible.map(([name, read]) => [name, read(row)])
  return { uid: row.uid, ...Object.fromEntries(values), created: utcText(row.created_at) }
}

/** Presents a guest for v2 with its leads; hidden values are placeholders. */
export function presentLegacyGuest(row: LegacyGuest) {
  const created = utcText(row.created_at)
  return {
    uid: row.uid,
    ...mapFields(name => valueByField[name]!(row)),
    created,
    leadsUids: row.leads_uids,
  }
}
