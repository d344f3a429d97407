/** Reads what requests of v2 say of leads: contract/leads.md §10.2. */
import type { Context } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { NewLead } from '../lead-writes/new-lead.ts'
import type { Alteration } from '../lead-writes/read-alteration.ts'
import { checkSource, placeOf, readAlteration } from '../lead-writes/read-lead.ts'
import { guestColumns, withoutPersonal } from '../leads/guest-information-shape.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { ReachedLead } from '../leads/leads.ts'
import { sourceMeant } from '../leads/legacy-sources.ts'
import { creationBy, type LegacyStatus } from '../leads/legacy-statuses.ts'
import { type LegacyLeadChange, type NewLegacyLead, wordOf } from './legacy-body.ts'
import { hiddenText, shownPhone } from './legacy-lead.ts'

/**
 * What a body tells of a new lead; its property is checked.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export async function readNewLegacyLead(
  ctx: Context,
  body: NewLegacyLead,
): Promise<Omit<NewLead, 'propertyUid' | 'version'>> {
  const { source, channel, ical_provider } = sourceMeant(body.source ?? 'ORBIRENTAL_API')
  await checkSource(ctx, source)
  const { status, columns } = creationBy(wordOf(body)!, ctx.clock.now())!
  const { columns: own, guest } = toldColumns(ctx, body)
  return {
    status,
    stay: { checkIn: body.checkInDate, checkOut: body.checkOutDate },
    unitUid: null,
    source,
    channel: channel ?? null,
    promoCode: null,
    overrides: null,
    columns: {
      ...(status === 'BLOCKED' ? {} : guest),
      ...own,
      ...(ical_provider ? { ical_provider } : {}),
      ...columns,
    },
  }
}

/** What a body changes of a lead. */
export interface LegacyChange {
  columns: Partial<LeadRow>
  guest: Partial<LeadRow>
  alteration: Alteration
  word: LegacyStatus | null
}

/**
 * What a body changes of a lead, personal data left out where the caller may not see it.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, INVALID_PARAMETER
 */
export async function readLegacyChange(
  ctx: Context,
  lead: ReachedLead,
  body: LegacyLeadChange,
): Promise<LegacyChange> {
  const { propertyUid, checkInDate, checkOutDate, status, ...rest } = body
  const { adultCount, childrenCount, infantCount, petCount, ...told } = rest
  if (adultCount === 0 && lead.type !== 'BLOCK') {
    throw invalidParameter('adultCount', 'must be greater than or equal to 1')
  }
  const moves = propertyUid != null && asUid(propertyUid) !== lead.property_uid
  const target = moves ? await placeOf(ctx, lead.agency_uid, propertyUid) : null
  const dates = { checkInLocalDate: checkInDate, checkOutLocalDate: checkOutDate }
  const counts = { adultCount, childrenCount, infantCount, petCount }
  const { columns, guest } = toldColumns(ctx, told)
  if (guest.phone_number === shownPhone(lead)) delete guest.phone_number
  return {
    columns: lead.personal ? columns : withoutPersonal(columns),
    guest: lead.personal ? guest : withoutPersonal(guest),
    alteration: readAlteration({ ...dates, ...counts }, target?.uid ?? null),
    word: status ?? null,
  }
}

/** The columns that a flat body tells of; what was hidden when it was read tells nothing. */
function toldColumns(
  ctx: Context,
  body: object,
): { columns: Partial<LeadRow>; guest: Partial<LeadRow> } {
  const shown = Object.entries(body).filter(([, value]) => value !== hiddenText)
  const { notes, externalBookingID, ...rest } = Object.fromEntries(shown)
  const columns = {
    ...(notes === undefined ? {} : { notes }),
    ...(externalBookingID === undefined ? {} : { external_booking_id: externalBookingID }),
  }
  return { columns, guest: guestColumns(ctx, rest) }
}
