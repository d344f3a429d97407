/** Lead on the wire in v2: contract/leads.md §10. */
import type { Static } from 'typebox'
import { count, nullable, shape, text, uid } from '../../../platform/rest/fields.ts'
import type { LegacyLead } from '../leads/leads.ts'

/** Placeholder of personal texts that the caller may not see. */
export const hiddenText = 'HIDDEN'

export const legacyLeadSchema = shape('Lead', {
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

/** Presents a lead in v2's format, with personal data redacted unless the caller may see it. */
export function presentLegacyLead(row: LegacyLead): Static<typeof legacyLeadSchema> {
  const redact = (value: string | null) => (row.personal || value === null ? value : hiddenText)
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
    firstName: redact(row.first_name),
    lastName: redact(row.last_name),
    notes: redact(row.notes),
    email: redact(row.email),
    phoneNumber: redact(primaryPhone(row)),
    externalBookingID: row.external_booking_id,
    preferredCurrency: row.preferred_currency,
    city: row.city,
    state: row.state,
    booked: row.booked_at?.toISOString().slice(0, 16).replace('T', ' ') ?? null,
    preferredLocale: row.preferred_locale,
    riskScore: row.personal ? row.risk_score : null,
    flightNumber: redact(row.flight_number),
    reasonForTrip: redact(row.reason_for_trip),
    ownerUid: row.owner_uid,
  }
}

/** Returns the guest's only phone number in v2: the phone, else the cell phone. */
export function primaryPhone(row: Pick<LegacyLead, 'phone_number' | 'cell_phone_number'>) {
  return row.phone_number ?? row.cell_phone_number
}
