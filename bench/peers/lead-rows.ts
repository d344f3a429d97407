// Statements of both servers with JavaScript resolvers: the leads of a property, and a batch read
// per relation. Columns have the names of fields, so that most fields need no resolver, and
// instants stay text unless a countdown needs them.
import pg from 'pg'

export interface LeadRow {
  uid: string
  propertyUid: string
  type: string
  state: string
  source: string
  channel: string
  icalProvider: string | null
  checkInLocal: string
  checkOutLocal: string
  checkInAt: string
  checkOutAt: string
  createdAt: string
  bookedAt: string | null
  bookedBy: string | null
  quoteSentAt: string | null
  timerStartedAt: string | null
  timerEndsAt: string | null
  closeReason: string | null
  cancelledBy: string | null
  assigneeUid: string | null
  inquiryResponseHours: number
  quoteValidityHours: number
}

export interface OrderRow {
  leadUid: string
  uid: string
  createdAt: string
  feeLines: { name: string; grossAmount: number }[]
  allFeesGrossAmount: string
}

export interface KeyedRow {
  uid: string
}

const agencyUid = process.env.AGENCY_UID
const asText = new Set<number>([pg.types.builtins.TIMESTAMP, pg.types.builtins.TIMESTAMPTZ])

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC',
  types: {
    getTypeParser: ((oid: number, format?: 'text') =>
      asText.has(oid)
        ? (text: string) => text
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  },
})

async function rows<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  key: string | string[],
): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values: [agencyUid, key] })).rows
}

/** Lists the leads of a property, newest first. */
export function listLeads(propertyUid: string): Promise<LeadRow[]> {
  return rows(
    'leads',
    `select uid, property_uid as "propertyUid", type, status as state, source, channel,
       ical_provider as "icalProvider", check_in_local as "checkInLocal",
       check_out_local as "checkOutLocal", check_in_at as "checkInAt",
       check_out_at as "checkOutAt", created_at as "createdAt", booked_at as "bookedAt",
       booked_by as "bookedBy", quote_sent_at as "quoteSentAt",
       timer_started_at as "timerStartedAt", timer_ends_at as "timerEndsAt",
       close_reason as "closeReason", cancelled_by as "cancelledBy",
       assignee_uid as "assigneeUid", external_booking_id as "externalBookingID",
       first_name as "firstName", last_name as "lastName", adult_count as "adultCount",
       pet_count as "petCount", children_count as "childrenCount",
       infant_count as "infantCount", risk_score as "riskScore", notes, email,
       coalesce(phone_number, cell_phone_number) as "phoneNumber",
       flight_number as "flightNumber", reason_for_trip as "reasonForTrip",
       preferred_currency as "preferredCurrency", preferred_locale as "preferredLocale", city,
       leads.state as "stateOrProvince",
       paf_completed_at is not null as "hasCompletedPreArrivalForm",
       agreement_signed as "agreementSigned",
       inquiry_response_hours as "inquiryResponseHours",
       quote_validity_hours as "quoteValidityHours"
     from leads join agency_settings using (agency_uid)
     where agency_uid = $1 and property_uid = $2 and deleted_at is null
     order by leads.created_at desc, uid desc`,
    propertyUid,
  )
}

export function listOrders(leadUids: string[]): Promise<OrderRow[]> {
  return rows(
    'orders',
    `select lead_uid as "leadUid", uid, created_at as "createdAt",
       security_deposit as "securityDeposit", rate_multiplier as "rateMultiplier",
       force_full_payment as "force100PercentPaymentAtReservation", currency,
       fee_lines as "feeLines", all_fees_gross_amount as "allFeesGrossAmount",
       total_amount as "totalGrossOrderValue"
     from orders where agency_uid = $1 and lead_uid = any($2)`,
    leadUids,
  )
}

export function employeesByUid(uids: string[]): Promise<KeyedRow[]> {
  return rows(
    'employees',
    `select uid, first_name as "firstName", last_name as "lastName",
       picture_url as "bestProfile", email, 'EMPLOYEE' as type
     from employees where agency_uid = $1 and uid = any($2)`,
    uids,
  )
}

export function propertiesByUid(uids: string[]): Promise<KeyedRow[]> {
  return rows(
    'properties',
    `select uid, name, picture_link as "pictureLink"
     from properties where agency_uid = $1 and uid = any($2)`,
    uids,
  )
}
