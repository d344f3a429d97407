/** A lead that is to be created, and the row that it becomes. */
import type { Insertable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import type { LeadsTable } from '../../tables.ts'
import { type Ends, stayColumns } from '../held-nights/lead-stay.ts'
import { enteredColumns, type TimerHours } from '../lead-actions/lead-effects.ts'
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
  const row: Insertable<LeadsTable> = {
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
    channel: wanted.channel ?? defaultChannel(source, wanted.columns.ical_provider ?? null),
    property_uid: room.uid,
    unit_uid: wanted.unitUid,
    creation_circumstances: wanted.columns.creation_circumstances ?? circumstancesOf(source),
    created_by_partner_uid: caller.kind === 'partner' ? caller.partnerUid : null,
    created_at: now,
    updated_at: now,
  }
  return row as LeadRow
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
