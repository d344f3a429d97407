/** The lead on the wire of v2: contract/leads.md §10. */
import type { Static } from 'typebox'
import { count, nullable, shape, text, uid } from '../../../platform/rest/fields.ts'
import type { LegacyLead } from '../leads/leads.ts'

/** What stands for a personal text that the caller may not see. */
export const hiddenText = 'HIDDEN'

export const legacyLead = shape('Lead', {
  leadType: text(),
  uid: uid(),
  propertyUid: nullable(uid()),
  childrenCount: count(),
  adultCount: count(),
  petCount: count(),
  infantCount: count(),
  checkInDate: text(),
  checkOutDate: text(),
  status: text(),
  source: text(),
  channel: text(),
  firstName: nullable(text()),
  lastName: nullable(text()),
  notes: nullable(text()),
  email: nullable(text()),
  phoneNumber: nullable(text()),
  externalBookingID: nullable(text()),
  preferredCurrency: nullable(text()),
  city: nullable(text()),
  state: nullable(text()),
  booked: nullable(text()),
  preferredLocale: nullable(text()),
  riskScore: nullable(count()),
  flightNumber: nullable(text()),
  reasonForTrip: nullable(text()),
  ownerUid: nullable(uid()),
})

/** A lead in v2's words; personal data that the caller may not see is hidden. */
export function presentLegacyLead(row: LegacyLead): Static<typeof legacyLead> {
  const hidden = (value: string | null) => (row.personal || value === null ? value : hiddenText)
  return {
    leadType: row.legacy_type,
    uid: row.uid,
    propertyUid: row.property_uid,
    childrenCount: row.children_count,
    adultCount: row.adult_count,
    petCount: row.pet_count,
    infantCount: row.infant_count,
    checkInDate: row.check_in_local.slice(0, 10),
    checkOutDate: row.check_out_local.slice(0, 10),
    status: row.legacy_status,
    source: row.legacy_source,
    channel: row.channel,
    firstName: hidden(row.first_name),
    lastName: hidden(row.last_name),
    notes: hidden(row.notes),
    email: hidden(row.email),
    phoneNumber: hidden(shownPhone(row)),
    externalBookingID: row.external_booking_id,
    preferredCurrency: row.preferred_currency,
    city: row.city,
    state: row.state,
    booked: row.booked_at?.toISOString().slice(0, 16).replace('T', ' ') ?? null,
    preferredLocale: row.preferred_locale,
    riskScore: row.personal ? row.risk_score : null,
    flightNumber: hidden(row.flight_number),
    reasonForTrip: hidden(row.reason_for_trip),
    ownerUid: row.owner_uid,
  }
}

/** The one telephone number that v2 has for a guest. */
export function shownPhone(row: Pick<LegacyLead, 'phone_number' | 'cell_phone_number'>) {
  return row.phone_number ?? row.cell_phone_number
}
