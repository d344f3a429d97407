/** A lead that is to be created, and the row that it becomes. */
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { newUid } from '../../../platform/uid.ts'
import { findSettings } from '../../access/agencies/agencies.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { type Ends, stayColumns } from '../held-nights/lead-stay.ts'
import { enteredColumns, noHours, type TimerHours } from '../lead-actions/lead-effects.ts'
import {
  defaultChannel,
  type LeadRow,
  type LeadSource,
  type LeadState,
  leadStates,
} from '../leads/lead.ts'
import type { CreatableStatus } from '../leads/lead-body.ts'
import type { OrderTerms } from '../orders/price-order.ts'

/** What is told of a lead that is to be created; its property and references are checked. */
export interface NewLead extends OrderTerms {
  propertyUid: string
  status: CreatableStatus
  stay: Ends
  /** This unit of a unit type, as it was sent. */
  unitUid: string | null
  source: LeadSource
  /** Null: the one that goes with the source. */
  channel: string | null
  /** What else is known, the guest among it. */
  columns: Partial<LeadRow>
  /** How long a hold lasts, instead of the agency's setting. */
  holdMinutes?: number
  /** How a refusal words statuses. */
  version: Version
}

const stateOfStatus = new Map(
  (Object.keys(leadStates) as LeadState[])
    .filter(id => id !== 'RC')
    .map(id => [leadStates[id].status as string, id]),
)

/**
 * The row of a new lead at a locked room, its unit not yet chosen.
 *
 * @throws ApiError INVALID_DATE_RANGE
 */
export function rowOf(
  { caller, clock }: Pick<Context, 'caller' | 'clock'>,
  wanted: NewLead,
  room: Room,
  hours: TimerHours,
): LeadRow {
  const { source, status } = wanted
  const now = clock.now()
  const state = stateOfStatus.get(status)!
  const isBlock = state === 'BL'
  const guest = isBlock ? blockColumns : { ...blockColumns, adult_count: 1 }
  return {
    ...emptyLead,
    ...guest,
    ...stayColumns(wanted.stay, room, { isBlock }),
    ...enteredColumns(state, { source, from: null, now, hours }),
    ...wanted.columns,
    ...(isBlock ? blockColumns : {}),
    agency_uid: room.agency_uid,
    uid: newUid(now.getTime()),
    type: leadStates[state].type,
    status,
    source,
    channel: channelOf(wanted),
    property_uid: room.uid,
    unit_uid: wanted.unitUid,
    creation_circumstances: wanted.columns.creation_circumstances ?? circumstancesOf(source),
    created_by_partner_uid: caller.kind === 'partner' ? caller.partnerUid : null,
    created_at: now,
    updated_at: now,
  } as LeadRow
}

/** The channel that a new lead names, or the one that goes with its source. */
export function channelOf({ channel, source, columns }: NewLead): string {
  return channel ?? defaultChannel(source, columns.ical_provider ?? null)
}

/** A lead of which nothing is told: the statement that stores leads is the same for all. */
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

/** A block has no guests. */
const blockColumns = { adult_count: 0, children_count: 0, pet_count: 0, infant_count: 0 }

function circumstancesOf(source: LeadSource): string {
  if (source.startsWith('DIRECT_')) return 'CHANNEL'
  return circumstances[source] ?? 'API'
}

const circumstances: Partial<Record<LeadSource, string>> = {
  HOSTFULLY_UI: 'UI',
  HOSTFULLY_DBS: 'DIRECT_BOOKING_SITE',
  HOSTFULLY_OWNER_PORTAL: 'OWNER_PORTAL',
  HOSTFULLY_ICAL: 'ICAL_IMPORT',
}

/** Returns the hours of the agency's timers for a status that has one. */
export async function hoursOf(
  ctx: Context,
  agencyUid: string,
  { status, holdMinutes }: NewLead,
): Promise<TimerHours> {
  if (holdMinutes !== undefined) return { ...noHours, hold: holdMinutes / 60 }
  if (status !== 'ON_HOLD' && status !== 'PENDING') return noHours
  const { hold_hours, request_hours, payment_hours } = await findSettings(ctx, agencyUid)
  return { hold: hold_hours, request: request_hours, payment: payment_hours }
}
