/** Query parameters of lead lists: contract/leads.md §7. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { invalidParameter, notFound } from '../../../platform/errors.ts'
import {
  date,
  listOf,
  named,
  oneOf,
  oneOfOrAlias,
  since,
  Type,
  text,
  uid,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import { updatedSince } from '../../../platform/rest/list.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import {
  leadStatuses,
  leadTypes,
  statusSince,
  storedStatuses,
} from '../../prices/occupancies/lead-status.ts'
import { requireHotel } from '../../properties/hotels/hotels.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { requireUnit } from '../../properties/units/units.ts'
import { balances, channelAliases, leadChannels } from './lead.ts'
import type { LeadFilters } from './lead-filters.sql.ts'
import { countLeads } from './leads.ts'
import { leadSorts, sortDirections } from './read-lead-sort.ts'

export const leadFilterQuery = {
  agencyUid: Type.Optional(uid()),
  propertyUid: Type.Optional(uid()),
  leadUids: Type.Optional(listOf(uid())),
  checkInFrom: Type.Optional(date()),
  checkInTo: Type.Optional(date()),
  checkOutFrom: Type.Optional(date()),
  checkOutTo: Type.Optional(date()),
  checkInFromUtcDateTime: Type.Optional(utcInstant()),
  checkInToUtcDateTime: Type.Optional(utcInstant()),
  checkOutFromUtcDateTime: Type.Optional(utcInstant()),
  checkOutToUtcDateTime: Type.Optional(utcInstant()),
  updatedSince: Type.Optional(updatedSince()),
  stayFrom: Type.Optional(date()),
  stayTo: Type.Optional(date()),
  statusIn: Type.Optional(listOf(named('LeadStatus', oneOf(leadStatuses, statusSince)))),
  typeIn: Type.Optional(listOf(named('LeadType', oneOf(leadTypes)))),
  channelIn: Type.Optional(
    listOf(named('LeadChannel', oneOfOrAlias(leadChannels, channelAliases))),
  ),
  unitUid: Type.Optional(since('3.1', uid())),
  hotelUid: Type.Optional(since('3.3', uid())),
  groupUid: Type.Optional(since('3.3', uid())),
  externalBookingId: Type.Optional(text()),
  query: Type.Optional(since('3.3', text())),
  assigneeUid: Type.Optional(since('3.3', text())),
  tags: Type.Optional(since('3.3', listOf(text({ max: 100 }), 20))),
  balance: Type.Optional(since('3.3', named('Balance', oneOf(balances)))),
  dueOn: Type.Optional(since('3.3', date())),
}

export const leadSortQuery = {
  sort: Type.Optional(since('3.3', named('LeadSort', oneOf(leadSorts)))),
  sortDirection: Type.Optional(since('3.3', named('SortDirection', oneOf(sortDirections)))),
}

/** Only used for the type of its result. */
function queryObject() {
  return Type.Object(leadFilterQuery)
}

type Query = Static<ReturnType<typeof queryObject>>

/**
 * Returns the filters of a query after checking access to its references (contract/general.md §3).
 */
export async function readFilters(
  ctx: Context,
  query: Query,
  version: Version,
): Promise<LeadFilters> {
  const { agencyUid, propertyUid, unitUid, hotelUid, leadUids, groupUid } = query
  const { assigneeUid, ...plainFilters } = query
  if (agencyUid !== undefined) requireAgencyUid(ctx.caller, agencyUid)
  if (propertyUid !== undefined) await requireProperty(ctx, propertyUid, { orDeleted: true })
  if (unitUid !== undefined) await requireUnit(ctx, unitUid)
  if (hotelUid !== undefined) await requireHotel(ctx, hotelUid)
  return {
    ...plainFilters,
    ...readAssignee(assigneeUid),
    leadUids: leadUids?.flatMap(uid => asUid(uid) ?? []),
    groupUid: groupUid === undefined ? undefined : await requireGroup(ctx, groupUid),
    statusIn: query.statusIn && storedStatuses(version, query.statusIn),
  }
}

/**
 * Parses the `assigneeUid` filter: a UUID, or `none` for unassigned leads.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export function readAssignee(uidOrNone: string | null | undefined): LeadFilters {
  if (uidOrNone == null) return {}
  if (uidOrNone === 'none') return { isUnassigned: true }
  const assigneeUid = asUid(uidOrNone)
  if (assigneeUid !== null) return { assigneeUid }
  throw invalidParameter('assigneeUid', "must be a UUID or 'none'")
}

async function requireGroup(ctx: Context, uidText: string): Promise<string> {
  const groupUid = asUid(uidText)
  if (groupUid !== null && (await countLeads(ctx, { groupUid })) > 0) return groupUid
  throw notFound('GROUP_BOOKING_NOT_FOUND', uidText)
}
