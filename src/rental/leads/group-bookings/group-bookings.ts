import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Reached } from '../../access/partners/reach.sql.ts'
import type { Lead } from '../leads/lead.ts'
import { type LeadFilters, whereFilters } from '../leads/lead-filters.sql.ts'
import { columns, fromReached, reachedLeadRow } from '../leads/reached-leads.ts'
import type { GroupBooking } from './group-booking.ts'

/**
 * The group booking that a uid in a path names. It is found by its main lead; sub-leads out of
 * reach are left out.
 *
 * @throws ApiError GROUP_BOOKING_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedGroupBooking(
  ctx: Context,
  text: string,
  access: 'READ' | 'READ_WRITE' = 'READ',
): Promise<GroupBooking> {
  const uid = asUid(text)
  const members = uid === null ? [] : await listReachedMembers(ctx, [uid])
  const [booking] = groupsOf(members)
  if (!booking) throw notFound('GROUP_BOOKING_NOT_FOUND', text)
  if (access === 'READ_WRITE' && members.some(member => member.access === 'READ')) {
    throw new ApiError('READ_ONLY_GRANT', `A grant on group booking ${text} is read-only`, {
      members: { requires: 'READ_WRITE' },
    })
  }
  return booking
}

/** The members of group bookings within reach, of each the main lead first. */
export async function listReachedMembers(
  ctx: Context,
  groupUids: string[],
): Promise<(Lead & Reached)[]> {
  const { rows } = await sql<Lead & Reached>`select ${columns(ctx)} ${fromReached(ctx)}
    and l.group_uid = any(${groupUids}::uuid[]) and l.deleted_at is null
    order by l.group_uid, l.group_role, l.created_at, l.uid`.execute(ctx.db)
  return rows
}

/** Main leads with their sub-leads within reach. */
export async function withSubs(ctx: Context, mains: Lead[]): Promise<GroupBooking[]> {
  if (mains.length === 0) return []
  const members = await listReachedMembers(
    ctx,
    mains.map(main => main.group_uid!),
  )
  const subs = Map.groupBy(members.filter(isSub), ({ group_uid }) => group_uid)
  return mains.map(main => ({ main, subs: subs.get(main.group_uid) ?? [] }))
}

/** Uids of the group bookings whose main lead was deleted since an instant, newest first. */
export async function listDeletedGroups(
  ctx: Context,
  filters: LeadFilters,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ group_uid: string }>`select l.group_uid ${fromReached(ctx)}
    and l.group_role = 'MAIN' and l.deleted_at >= ${since}
    ${whereFilters(reachedLeadRow(ctx), filters)}
    order by l.deleted_at desc, l.uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ group_uid }) => group_uid)
}

function groupsOf(members: Lead[]): GroupBooking[] {
  const mains = members.filter(member => !isSub(member))
  return mains.map(main => ({ main, subs: members.filter(isSub) }))
}

function isSub({ group_role }: Lead): boolean {
  return group_role === 'SUB'
}
