/** Parses request bodies of leads in v2: contract/leads.md §10.2. */
import type { Context } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { NewLead } from '../lead-writes/new-lead.ts'
import type { Alteration } from '../lead-writes/read-alteration.ts'
import { checkSource, readAlteration, requireLeadProperty } from '../lead-writes/read-lead.ts'
import { guestColumns, withoutPersonal } from '../leads/guest-information-shape.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { AccessibleLead } from '../leads/leads.ts'
import { resolveLegacySource } from '../leads/legacy-sources.ts'
import { creationForStatus, type LegacyStatus } from '../leads/legacy-statuses.ts'
import { type LegacyLeadChange, type NewLegacyLead, requestedStatus } from './legacy-body.ts'
import { hiddenText, primaryPhone } from './legacy-lead.ts'

/**
 * Parses the body of a new lead. The caller has checked its property.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export async function readNewLegacyLead(
  ctx: Context,
  body: NewLegacyLead,
): Promise<Omit<NewLead, 'propertyUid' | 'version'>> {
  const { source, channel, ical_provider } = resolveLegacySource(body.source ?? 'ORBIRENTAL_API')
  await checkSource(ctx, source)
  // The schema has required a status that is allowed on creation.
  const legacyStatus = requestedStatus(body)!
  const { status, columns: statusColumns } = creationForStatus(legacyStatus, ctx.clock.now())!
  const { columns: bodyColumns, guest } = visibleColumns(ctx, body)
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
      ...bodyColumns,
      ...(ical_provider ? { ical_provider } : {}),
      ...statusColumns,
    },
  }
}

export interface LegacyChange {
  columns: Partial<LeadRow>
  guest: Partial<LeadRow>
  alteration: Alteration
  status: LegacyStatus | null
}

/**
 * Parses the changes of a lead, without personal data that the caller may not see.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, INVALID_PARAMETER
 */
export async function readLegacyChange(
  ctx: Context,
  lead: AccessibleLead,
  body: LegacyLeadChange,
): Promise<LegacyChange> {
  const { propertyUid, checkInDate, checkOutDate, status, ...countsAndFields } = body
  const { adultCount, childrenCount, infantCount, petCount, ...fields } = countsAndFields
  if (adultCount === 0 && lead.type !== 'BLOCK') {
    throw invalidParameter('adultCount', 'must be greater than or equal to 1')
  }
  const isMoved = propertyUid != null && asUid(propertyUid) !== lead.property_uid
  const target = isMoved ? await requireLeadProperty(ctx, lead.agency_uid, propertyUid) : null
  const dates = { checkInLocalDate: checkInDate, checkOutLocalDate: checkOutDate }
  const counts = { adultCount, childrenCount, infantCount, petCount }
  const { columns, guest } = visibleColumns(ctx, fields)
  // v2 returns the cell phone of a guest without another phone; sent back, it is not a new number.
  if (guest.phone_number === primaryPhone(lead)) delete guest.phone_number
  return {
    columns: lead.personal ? columns : withoutPersonal(columns),
    guest: lead.personal ? guest : withoutPersonal(guest),
    alteration: readAlteration({ ...dates, ...counts }, target?.uid ?? null),
    status: status ?? null,
  }
}

/** Returns the columns of a flat body, without placeholders of hidden values. */
function visibleColumns(
  ctx: Context,
  body: object,
): { columns: Partial<LeadRow>; guest: Partial<LeadRow> } {
  const visible = Object.entries(body).filter(([, value]) => value !== hiddenText)
  const { notes, externalBookingID, ...guestFields } = Object.fromEntries(visible)
  const columns = {
    ...(notes === undefined ? {} : { notes }),
    ...(externalBookingID === undefined ? {} : { external_booking_id: externalBookingID }),
  }
  return { columns, guest: guestColumns(ctx, guestFields) }
}
