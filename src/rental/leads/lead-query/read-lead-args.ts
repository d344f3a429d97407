/** Arguments of `leads` in the v3 GraphQL API: contract/leadsql.md §9. */
import { dateLength, parseDate, parseUtc } from '../../../platform/dates/dates.ts'
import { invalidParameter, wrongEnumValue } from '../../../platform/errors.ts'
import type { Args } from '../../../platform/graphql/root-fields.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { storedStatuses } from '../../prices/occupancies/lead-status.ts'
import { balances, leadChannels, resolveChannel } from '../leads/lead.ts'
import { filterSlots, type LeadFilterSlots, type LeadFilters } from '../leads/lead-filters.sql.ts'
import { readAssignee } from '../leads/read-lead-filters.ts'
import { leadSortOrder, leadSorts, sortDirections } from '../leads/read-lead-sort.ts'
import { grantedPersonal } from './lead-sources.sql.ts'

const uidsMax = 500
const tagsMax = 20

/** Parses the sort arguments, the same as in REST; enum values arrive as strings. */
export function readSort(args: Args) {
  const { updatedSince } = args
  const sort = readEnum(args, 'sort', leadSorts)
  return leadSortOrder({
    sort,
    sortDirection: readEnum(args, 'sortDirection', sortDirections),
    updatedSince,
  })
}

/** @throws ApiError INVALID_ENUM_VALUE */
function readEnum<T extends string>(args: Args, name: string, values: readonly T[]): T | null {
  const value = args[name]
  if (value == null) return null
  if ((values as readonly unknown[]).includes(value)) return value as T
  throw wrongEnumValue(name, values)
}

/**
 * Parses the filters into SQL slots. `shape` includes the sort order, because the plan depends on
 * it.
 */
export function createFilterSlots(args: Args, caller: Caller, version: Version): LeadFilterSlots {
  // Sorting by booking time omits leads that are not booked.
  const isBooked = args.sort === 'booked' ? true : undefined
  const slots = filterSlots({ ...readFilters(args, version), isBooked }, grantedPersonal(caller))
  return { ...slots, shape: `${readSort(args).name} ${slots.shape}` }
}

const dateArguments = [
  'checkInFrom',
  'checkInTo',
  'checkOutFrom',
  'checkOutTo',
  'stayFrom',
  'stayTo',
  'dueOn',
] as const

/** @throws ApiError INVALID_PARAMETER */
function readFilters(args: Args, version: Version): LeadFilters {
  const filters: Record<string, unknown> = {}
  for (const name of dateArguments) {
    if (args[name] == null) continue
    // A time of day is accepted and ignored.
    const day = parseDate(String(args[name]).slice(0, dateLength))
    if (day === null) throw invalidParameter(name, 'must be a date such as 2026-07-04')
    filters[name] = day
  }
  if (args.updatedSince != null) {
    const instant = parseUtc(String(args.updatedSince))
    const rule = 'must be a UTC date-time such as 2026-07-04T16:00:00'
    if (instant === null) throw invalidParameter('updatedSince', rule)
    filters.updatedSince = instant.toISOString()
  }
  if (args.leadUids != null) filters.leadUids = readUids(args.leadUids as string[])
  if (args.statusIn != null) filters.statusIn = storedStatuses(version, args.statusIn as string[])
  if (args.typeIn != null) filters.typeIn = args.typeIn
  if (args.channelIn != null) filters.channelIn = readChannels(args.channelIn as string[])
  if (args.query != null) filters.query = args.query
  if (args.tags != null) filters.tags = readTags(args.tags as string[])
  filters.balance = readEnum(args, 'balance', balances)
  const agencyUid = args.agencyUid == null ? null : asUid(args.agencyUid as string)
  return { ...filters, ...readAssignee(args.assigneeUid as string | null), agencyUid }
}

function readUids(uids: string[]): string[] {
  if (uids.length > uidsMax)
    throw invalidParameter('leadUids', `must have at most ${uidsMax} items`)
  // Malformed uids match nothing.
  return uids.flatMap(uid => asUid(uid) ?? [])
}

function readTags(tags: string[]): string[] {
  if (tags.length <= tagsMax) return tags
  throw invalidParameter('tags', `must have at most ${tagsMax} items`)
}

function readChannels(names: string[]): string[] {
  const channels = names.map(resolveChannel)
  const unknown = channels.find(channel => !(leadChannels as readonly string[]).includes(channel))
  if (unknown === undefined) return channels
  throw wrongEnumValue('channelIn', leadChannels)
}
