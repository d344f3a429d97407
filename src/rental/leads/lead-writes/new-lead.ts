/** Input of a new lead, and its row. */
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { newUid } from '../../../platform/uid.ts'
import { findSettings } from '../../access/agencies/agencies.ts'
import { type LeadState, leadStates } from '../../prices/occupancies/lead-status.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { type StayEnds, stayColumns } from '../held-nights/lead-stay.ts'
import { noTimers, stateColumns, type TimerHours } from '../lead-actions/lead-effects.ts'
import { defaultChannel, type LeadRow, type LeadSource } from '../leads/lead.ts'
import type { CreatableStatus } from '../leads/lead-body.ts'
import type { OrderTerms } from '../orders/price-order.ts'

/** Input of a new lead; its property and references are already checked. */
export interface NewLead extends OrderTerms {
  propertyUid: string
  status: CreatableStatus
  stay: StayEnds
  /** Requested unit of a unit type, as sent. */
  unitUid: string | null
  source: LeadSource
  /** Null for the default channel of the source. */
  channel: string | null
  /** Further columns, including those of the guest. */
  columns: Partial<LeadRow>
  /** Minutes of a hold; overrides the agency's setting. */
  holdMinutes?: number
  /** API version of the statuses in errors. */
  version: Version
}

/** States by status; without RC, which has the same status as CL. */
const stateByStatus = new Map(
  (Object.keys(leadStates) as LeadState[])
    .filter(state => state !== 'RC')
    .map(state => [leadStates[state].status as string, state]),
)

/**
 * Returns the row of a new lead at a locked property, before a unit is assigned.
 *
 * @throws ApiError INVALID_DATE_RANGE
 */
export function createLeadRow(
  { caller, clock }: Pick<Context, 'caller' | 'clock'>,
  input: NewLead,
  property: LockedInventory,
  timerHours: TimerHours,
): LeadRow {
  const { source, status } = input
  const now = clock.now()
  const state = stateByStatus.get(status)!
  const isBlock = state === 'BL'
  const defaultCounts = isBlock ? noGuests : { ...noGuests, adult_count: 1 }
  return {
    ...emptyLead,
    ...defaultCounts,
    ...stayColumns(input.stay, property, { isBlock }),
    ...stateColumns(state, { source, from: null, now, timerHours }),
    ...input.columns,
    // A block has no guests, whatever the request says.
    ...(isBlock ? noGuests : {}),
    agency_uid: property.agency_uid,
    uid: newUid(now.getTime()),
    type: leadStates[state].type,
    status,
    source,
    channel: newLeadChannel(input),
    property_uid: property.uid,
    unit_uid: input.unitUid,
    creation_circumstances: input.columns.creation_circumstances ?? creationCircumstances(source),
    created_by_partner_uid: caller.kind === 'partner' ? caller.partnerUid : null,
    created_at: now,
    updated_at: now,
  } as LeadRow
}

export function newLeadChannel({ channel, source, columns }: NewLead): string {
  return channel ?? defaultChannel(source, columns.ical_provider ?? null)
}

/** Defaults of all columns, so that all leads are inserted by the same statement. */
const emptyLead: Partial<LeadRow> = {
  hotel_uid: null,
  group_uid: null,
  group_role: null,
  booked_at: null,
  booked_by: null,
  quote_sent_at: null,
  timer_started_at: null,
  timer_ends_at: null,
  close_reason: null,
  cancelled_by: null,
  cancelled_reason: null,
  cancelled_at: null,
  decline_reason: null,
  external_booking_id: null,
  ical_provider: null,
  feed_uid: null,
  owner_uid: null,
  assignee_uid: null,
  referrer: null,
  notes: null,
  extra_notes: null,
  rental_agreement_url: null,
  agreement_signed: false,
  paf_completed_at: null,
  first_name: null,
  last_name: null,
  email: null,
  secondary_email: null,
  phone_number: null,
  cell_phone_number: null,
  address1: null,
  address2: null,
  zip_code: null,
  city: null,
  state: null,
  country_code: null,
  passport_id: null,
  passport_country_code: null,
  risk_score: null,
  flight_number: null,
  reason_for_trip: null,
  will_have_party: null,
  will_have_visit: null,
  preferred_currency: null,
  preferred_locale: null,
  arrival_local: null,
  departure_local: null,
}

/** Guest counts of a block. */
const noGuests = { adult_count: 0, children_count: 0, pet_count: 0, infant_count: 0 }

function creationCircumstances(source: LeadSource): string {
  if (source.startsWith('DIRECT_')) return 'CHANNEL'
  return circumstancesBySource[source] ?? 'API'
}

const circumstancesBySource: Partial<Record<LeadSource, string>> = {
  HOSTFULLY_UI: 'UI',
  HOSTFULLY_DBS: 'DIRECT_BOOKING_SITE',
  HOSTFULLY_OWNER_PORTAL: 'OWNER_PORTAL',
  HOSTFULLY_ICAL: 'ICAL_IMPORT',
}

/** Returns the agency's timer settings in hours; zeros for a status without a timer. */
export async function findTimerHours(
  ctx: Context,
  agencyUid: string,
  { status, holdMinutes }: NewLead,
): Promise<TimerHours> {
  if (holdMinutes !== undefined) return { ...noTimers, hold: holdMinutes / 60 }
  if (status !== 'ON_HOLD' && status !== 'PENDING') return noTimers
  const { hold_hours, request_hours, payment_hours } = await findSettings(ctx, agencyUid)
  return { hold: hold_hours, request: request_hours, payment: payment_hours }
}
