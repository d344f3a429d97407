/** What an act on a lead has in hand: the lead and its group locked, and the rooms it may need. */
import type { Context } from '../../../context.ts'
import { inOrder } from '../../../platform/db/gathered/in-order.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { lockFamilies } from '../../properties/sub-properties/lock-families.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { listReachedMembers } from '../group-bookings/group-bookings.ts'
import type { LeadRow } from '../leads/lead.ts'
import { listGroup, lockLeads } from '../leads/leads.ts'
import { settleTimer } from './enter-state.ts'
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
  /** The other members of the lead's group booking, as they are stored. */
  others: LeadRow[]
  rooms: Map<string, Room>
}

/**
 * Locks rooms, then leads, for an act: whoever needs both locks them in this order, so that acts
 * never wait for each other in a circle. Of a group booking all leads are locked, since the nights
 * of one member may depend on the others.
 *
 * @throws ApiError LEAD_NOT_FOUND when it was deleted meanwhile; LEAD_READ_ONLY for a sample, and
 *   below 3.3 for a member of a group booking; READ_ONLY_GRANT when the act goes on to sub-leads
 *   that the caller may not write
 */
export async function lockForAction(ctx: Context, found: FoundLead, need: Need): Promise<Locked> {
  const { toPropertyUid = null, wholeGroup = false } = need
  const { agency_uid, uid, group_uid } = found
  const group = group_uid ? await listGroup(ctx, agency_uid, group_uid) : [found]
  const goesOn = wholeGroup && group.some(member => member.uid === uid && isMain(member))
  const acted = goesOn ? group : [found]
  if (goesOn) await checkGroupWritable(ctx, group as LeadRow[])
  const propertyUids = [...acted.map(({ property_uid }) => property_uid), toPropertyUid]
  // What the main lead frees, its sub-leads may have to take.
  const takesNights = need.takesNights || goesOn
  const rooms = takesNights
    ? await prepareRooms(ctx, agency_uid, propertyUids)
    : new Map<string, Room>()
  const uids = group.map(member => member.uid)
  const [, locked] = await inOrder(
    lockFamilies(
      ctx,
      agency_uid,
      group.map(member => member.property_uid),
    ),
    lockLeads(ctx, agency_uid, uids),
  )
  const isActed = (lead: LeadRow) => acted.some(member => member.uid === lead.uid)
  // Between looking and locking a lead may have moved to a room that is not locked.
  const isPlaced = ({ property_uid }: LeadRow) => propertyUids.includes(property_uid)
  if (takesNights && !locked.filter(isActed).every(isPlaced)) throw retry()
  const settled: LeadRow[] = []
  for (const lead of locked.filter(isActed)) settled.push(await settleTimer(ctx, lead))
  const lead = settled.find(member => member.uid === uid)
  if (!lead) throw notFound('LEAD_NOT_FOUND', uid)
  checkWritable(lead, need)
  const subs = settled.filter(member => member !== lead)
  return { lead, subs, others: locked.filter(member => member.uid !== uid), rooms }
}

function isMain(lead: FoundLead | LeadRow): boolean {
  return 'group_role' in lead && lead.group_role === 'MAIN'
}

/** A partner that does something to a whole group booking may write all its members. */
async function checkGroupWritable(ctx: Context, group: LeadRow[]): Promise<void> {
  if (ctx.caller.kind !== 'partner') return
  const { group_uid } = group[0]!
  const reached = await listReachedMembers(ctx, [group_uid!])
  const writable = reached.filter(({ access }) => access === 'READ_WRITE')
  if (writable.length === group.length) return
  const text = `Group booking ${group_uid} has leads on which the grant is read-only`
  throw new ApiError('READ_ONLY_GRANT', text, { members: { requires: 'READ_WRITE' } })
}

function checkWritable({ uid, status, group_uid }: LeadRow, { version, deletes }: Need): void {
  if (status === 'SAMPLE' && !deletes) {
    throw new ApiError('LEAD_READ_ONLY', `Lead ${uid} is a sample and can only be deleted`)
  }
  if (group_uid !== null && !existsIn(version, { since: '3.3' })) {
    const text = `Lead ${uid} belongs to a group booking; change it through v3.3 or later`
    throw new ApiError('LEAD_READ_ONLY', text)
  }
}
