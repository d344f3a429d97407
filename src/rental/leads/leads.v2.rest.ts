/** Legacy `/v2/leads`: contract/leads.md §10. */
import { route } from '../../context.ts'
import { notFound, oneOfRequired } from '../../platform/errors.ts'
import { count, nullable, Type, text, uid } from '../../platform/rest/fields.ts'
import { readOffsetPage } from '../../platform/rest/list.ts'
import { asUid } from '../../platform/uid.ts'
import { reachedAgencyUid } from '../agencies/tenant.ts'
import { reachedProperty } from '../properties/properties.ts'
import { type LegacyLead, listLegacyLeads } from './leads.ts'

const legacyLead = Type.Object({
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

export const legacyLeadRoutes = [
  route({
    method: 'GET',
    path: '/leads',
    summary: 'List leads',
    tag: 'Leads',
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      propertyUid: Type.Optional(uid()),
      limit: Type.Optional(text()),
      offset: Type.Optional(text()),
    }),
    answer: Type.Array(legacyLead),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { agencyUid, propertyUid } = query
      if (agencyUid === undefined && propertyUid === undefined) {
        throw oneOfRequired(['propertyUid', 'agencyUid'])
      }
      if (agencyUid !== undefined) reachedAgencyUid(ctx.caller, agencyUid)
      if (propertyUid !== undefined) await reachedProperty(ctx, propertyUid)
      const page = readOffsetPage(query, 1_000)
      const rows = await listLegacyLeads(ctx, { agencyUid, propertyUid }, page)
      return rows.map(presentLegacyLead)
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:uid',
    summary: 'Get a lead',
    tag: 'Leads',
    answer: legacyLead,
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const uid = asUid(params.uid!)
      const filters = { leadUids: uid === null ? [] : [uid] }
      const [row] = await listLegacyLeads(ctx, filters, { limit: 1, offset: 0 })
      if (!row) throw notFound('LEAD_NOT_FOUND', params.uid!)
      return presentLegacyLead(row)
    },
  }),
]

function presentLegacyLead(row: LegacyLead) {
  const hidden = (value: string | null) => (row.personal || value === null ? value : 'HIDDEN')
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
    firstName: hidden(row.first_name),
    lastName: hidden(row.last_name),
    notes: hidden(row.notes),
    email: hidden(row.email),
    phoneNumber: hidden(row.phone_number ?? row.cell_phone_number),
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
