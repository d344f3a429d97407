/** Locks of an action on a lead: properties, the lead, and its group booking. */
import type { Context } from '../../../context.ts'
import { awaitAll } from '../../../platform/db/pipeline/await-all.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { lockFamilies } from '../../properties/sub-properties/lock-families.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { listAccessibleMembers } from '../group-bookings/group-bookings.ts'
import type { LeadRow } from '../leads/lead.ts'
import { listGroup, lockLeads } from '../leads/leads.ts'
import { expireIfDue } from './lead-transition.ts'
import { lockLeadInventory } from './lock-lead-inventory.ts'

/** Lead of an action, as read before it is locked. */
export type UnlockedLead = Pick<LeadRow, 'agency_uid' | 'uid' | 'property_uid' | 'group_uid'>

export interface LockOptions {
  version: Version
  /** Locks the properties, because the action may occupy or release nights. */
  mayOccupyNights?: boolean
  toPropertyUid?: string | null
  /** Includes the sub-leads if the lead is the main one of a group booking. */
  includesGroup?: boolean
  /** Allows samples, which can only be deleted. */
  deletes?: boolean
}

/** Locked lead; expired timers are already applied. */
export interface LockedLead {
  lead: LeadRow
  /** Sub-leads of a main lead, if the action includes them. */
  subs: LeadRow[]
  /** Other members of the lead's group booking, as stored. */
  otherMembers: LeadRow[]
  properties: Map<string, LockedInventory>
}

/**
 * Locks properties, then leads, for an action. All actions lock in this order, to avoid deadlocks.
 * Locks all leads of a group booking, because the nights of one member may depend on the others.
 *
 * @throws ApiError LEAD_NOT_FOUND if the lead was deleted concurrently; LEAD_READ_ONLY for a
 *   sample, and below 3.3 for a member of a group booking; READ_ONLY_GRANT if the action includes
 *   sub-leads that the caller may not write
 */
export async function lockForAction(
  ctx: Context,
  unlocked: UnlockedLead,
  options: LockOptions,
): Promise<LockedLead> {
  const { toPropertyUid = null, includesGroup = false } = options
  const { agency_uid, uid, group_uid } = unlocked
  const group = group_uid ? await listGroup(ctx, agency_uid, group_uid) : [unlocked]
  const includesSubs =
    includesGroup && group.some(member => member.uid === uid && isMainLead(member))
  const affected = includesSubs ? group : [unlocked]
  // `includesSubs` implies that the members were read as complete rows.
  if (includesSubs) await checkGroupWritable(ctx, group as LeadRow[])
  const propertyUids = [...affected.map(({ property_uid }) => property_uid), toPropertyUid]
  // Sub-leads may have to occupy nights that the main lead releases.
  const mayOccupyNights = options.mayOccupyNights || includesSubs
  const properties = mayOccupyNights
    ? await lockLeadInventory(ctx, agency_uid, propertyUids)
    : new Map<string, LockedInventory>()
  const uids = group.map(member => member.uid)
  const [, locked] = await awaitAll(
    // Registers all families, whose cached calendars the action may invalidate.
    lockFamilies(
      ctx,
      agency_uid,
      group.map(member => member.property_uid),
    ),
    lockLeads(ctx, agency_uid, uids),
  )
  const isAffected = (lead: LeadRow) => affected.some(member => member.uid === lead.uid)
  // Before it was locked, a lead may have moved to a property that is not locked.
  const hasLockedProperty = ({ property_uid }: LeadRow) => propertyUids.includes(property_uid)
  if (mayOccupyNights && !locked.filter(isAffected).every(hasLockedProperty)) throw retry()
  const upToDate: LeadRow[] = []
  for (const lead of locked.filter(isAffected)) upToDate.push(await expireIfDue(ctx, lead))
  const lead = upToDate.find(member => member.uid === uid)
  if (!lead) throw notFound('LEAD_NOT_FOUND', uid)
  checkWritable(lead, options)
  const subs = upToDate.filter(member => member !== lead)
  return { lead, subs, otherMembers: locked.filter(member => member.uid !== uid), properties }
}

function isMainLead(lead: UnlockedLead | LeadRow): boolean {
  return 'group_role' in lead && lead.group_role === 'MAIN'
}

/** Requires that a partner may write all members of a group booking. */
async function checkGroupWritable(ctx: Context, group: LeadRow[]): Promise<void> {
  if (ctx.caller.kind !== 'partner') return
  const { group_uid } = group[0]!
  const accessible = await listAccessibleMembers(ctx, [group_uid!])
  const writable = accessible.filter(({ access }) => access === 'READ_WRITE')
  if (writable.length === group.length) return
  const message = `Group booking ${group_uid} has leads on which the grant is read-only`
  throw new ApiError('READ_ONLY_GRANT', message, { members: { requires: 'READ_WRITE' } })
}

function checkWritable(
  { uid, status, group_uid }: LeadRow,
  { version, deletes }: LockOptions,
): void {
  if (status === 'SAMPLE' && !deletes) {
    throw new ApiError('LEAD_READ_ONLY', `Lead ${uid} is a sample and can only be deleted`)
  }
  if (group_uid !== null && !existsIn(version, { since: '3.3' })) {
    const message = `Lead ${uid} belongs to a group booking; change it through v3.3 or later`
    throw new ApiError('LEAD_READ_ONLY', message)
  }
}
