/** What an act on a lead has in hand: the lead and its group locked, and the rooms it may need. */
import type { Context } from '../../context.ts'
import { retry } from '../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { existsIn, type Version } from '../../platform/rest/version.ts'
import type { Room } from '../units/rooms.ts'
import { settleTimer } from './enter-state.ts'
import type { LeadRow } from './lead.ts'
import { listGroup, lockLeads } from './leads.ts'
import { prepareRooms } from './prepare-rooms.ts'

/** Which lead an act is about, as it was found. */
export type FoundLead = Pick<LeadRow, 'agency_uid' | 'uid' | 'property_uid' | 'group_uid'>

/** What an act may need beside the lead. */
export interface Need {
  version: Version
  /** The act may take nights, of the lead's property or of `toPropertyUid`. */
  takesNights?: boolean
  toPropertyUid?: string | null
  /** The act goes on to the sub-leads, if the lead is the main one of a group. */
  wholeGroup?: boolean
  /** A sample can be deleted, nothing else. */
  deletes?: boolean
}

/** A lead as it counts now: a timer that has ended was heeded. */
export interface Locked {
  lead: LeadRow
  /** The sub-leads of a main lead, where the act goes on to them. */
  subs: LeadRow[]
  rooms: Map<string, Room>
}

/**
 * Locks rooms, then leads, for an act: whoever needs both locks them in this order, so that acts
 * never wait for each other in a circle.
 *
 * @throws ApiError LEAD_NOT_FOUND when it was deleted meanwhile; LEAD_READ_ONLY for a sample, and
 *   below 3.3 for a member of a group booking
 */
export async function lockForAct(ctx: Context, found: FoundLead, need: Need): Promise<Locked> {
  const { takesNights = false, toPropertyUid = null, wholeGroup = false } = need
  const { agency_uid, uid, group_uid } = found
  const members = wholeGroup && group_uid ? await listGroup(ctx, agency_uid, group_uid) : []
  const isMain = members[0]?.uid === uid
  const all = isMain ? members : [found]
  const propertyUids = [...all.map(({ property_uid }) => property_uid), toPropertyUid]
  const rooms = takesNights
    ? await prepareRooms(ctx, agency_uid, propertyUids)
    : new Map<string, Room>()
  const locked = await lockLeads(
    ctx,
    agency_uid,
    all.map(member => member.uid),
  )
  // Between looking and locking a lead may have moved to a room that is not locked.
  if (takesNights && locked.some(lead => !propertyUids.includes(lead.property_uid))) throw retry()
  const settled: LeadRow[] = []
  for (const lead of locked) settled.push(await settleTimer(ctx, lead))
  const lead = settled.find(member => member.uid === uid)
  if (!lead) throw notFound('LEAD_NOT_FOUND', uid)
  checkWritable(lead, need)
  return { lead, subs: settled.filter(member => member !== lead), rooms }
}

function checkWritable({ uid, status, group_uid }: LeadRow, { version, deletes }: Need): void {
  if (status === 'SAMPLE' && !deletes) {
    throw new ApiError('LEAD_READ_ONLY', `Lead ${uid} is a sample and can only be deleted`)
  }
  if (group_uid !== null && !existsIn(version, { since: '3.3' })) {
    const text = `Lead ${uid} belongs to a group booking, which is changed from v3.3 on`
    throw new ApiError('LEAD_READ_ONLY', text)
  }
}
