/** The arguments of `leads` in the v3 GraphQL: contract/leadsql.md §9. */
import { sql } from 'kysely'
import { parseDate, parseUtc } from '../../../platform/dates.ts'
import { invalidParameter, wrongEnumValue } from '../../../platform/errors.ts'
import type { Args } from '../../../platform/graphql/roots.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { balances, channelMeant, leadChannels, statusesMeant } from '../leads/lead.ts'
import { filterSlots, type LeadFilters } from '../leads/lead-filters.sql.ts'
import { readAssignee } from '../leads/read-lead-filters.ts'
import { leadOrderOf, leadSorts, sortDirections } from '../leads/read-lead-sort.ts'

const uidsMax = 500
const tagsMax = 20

/** The order that the arguments name: as REST has it, its words as texts. */
export function readOrder(args: Args) {
  const { updatedSince } = args
  const sort = readWord(args, 'sort', leadSorts)
  return leadOrderOf({
    sort,
    sortDirection: readWord(args, 'sortDirection', sortDirections),
    updatedSince,
  })
}

/** @throws ApiError INVALID_ENUM_VALUE */
function readWord<T extends string>(args: Args, name: string, words: readonly T[]): T | null {
  const value = args[name]
  if (value == null) return null
  if ((words as readonly unknown[]).includes(value)) return value as T
  throw wrongEnumValue(name, words)
}

/** Filters whose plans differ by the order, too. */
export function slotsOf(
  args: Args,
  caller: Caller,
  version: Version,
): ReturnType<typeof filterSlots> {
  const isBooked = args.sort === 'booked' ? true : undefined
  const personal = caller.kind === 'agency' ? null : sql`reach.personal`
  const slots = filterSlots({ ...readFilters(args, version), isBooked }, personal)
  return { ...slots, shape: `${readOrder(args).name} ${slots.shape}` }
}

const dates = [
  ...['checkInFrom', 'checkInTo', 'checkOutFrom', 'checkOutTo', 'stayFrom', 'stayTo', 'dueOn'],
]

/** @throws ApiError INVALID_PARAMETER */
function readFilters(args: Args, version: Version): LeadFilters {
  const filters: Record<string, unknown> = {}
  for (const name of dates) {
    if (args[name] == null) continue
    const day = parseDate(String(args[name]).slice(0, 10))
    if (day === null) throw invalidParameter(name, 'must be a date such as 2026-07-04')
    filters[name] = day
  }
  if (args.updatedSince != null) {
    const instant = parseUtc(String(args.updatedSince))
    const wanted = 'must be a UTC date-time such as 2026-07-04T16:00:00'
    if (instant === null) throw invalidParameter('updatedSince', wanted)
    filters.updatedSince = instant.toISOString()
  }
  if (args.leadUids != null) filters.leadUids = readUids(args.leadUids as string[])
  if (args.statusIn != null) filters.statusIn = statusesMeant(version, args.statusIn as string[])
  if (args.typeIn != null) filters.typeIn = args.typeIn
  if (args.channelIn != null) filters.channelIn = readChannels(args.channelIn as string[])
  if (args.query != null) filters.query = args.query
  if (args.tags != null) filters.tags = readTags(args.tags as string[])
  filters.balance = readWord(args, 'balance', balances)
  const agencyUid = args.agencyUid == null ? null : asUid(args.agencyUid as string)
  return { ...filters, ...readAssignee(args.assigneeUid as string | null), agencyUid }
}

function readUids(uids: string[]): string[] {
  if (uids.length > uidsMax)
    throw invalidParameter('leadUids', `must have at most ${uidsMax} items`)
  return uids.flatMap(uid => asUid(uid) ?? [])
}

function readTags(tags: string[]): string[] {
  if (tags.length <= tagsMax) return tags
  throw invalidParameter('tags', `must have at most ${tagsMax} items`)
}

function readChannels(words: string[]): string[] {
  const channels = words.map(channelMeant)
  const unknown = channels.find(channel => !(leadChannels as readonly string[]).includes(channel))
  if (unknown === undefined) return channels
  throw wrongEnumValue('channelIn', leadChannels)
}
