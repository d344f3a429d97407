import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { AccessibleRow } from '../../access/partners/access-scope.sql.ts'
import {
  accessibleLeadColumns,
  accessibleLeadRow,
  fromAccessibleLeads,
} from '../leads/accessible-leads.ts'
import type { Lead } from '../leads/lead.ts'
import { type LeadFilters, whereFilters } from '../leads/lead-filters.sql.ts'
import type { GroupBooking } from './group-booking.ts'

/**
 * Returns the accessible group booking that a path names, found by its main lead; members that are
 * not accessible are left out.
 *
 * @throws ApiError GROUP_BOOKING_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireGroupBooking(
  ctx: Context,
  uidText: string,
  access: 'READ' | 'READ_WRITE' = 'READ',
): Promise<GroupBooking> {
  const uid = asUid(uidText)
  const members = uid === null ? [] : await listAccessibleMembers(ctx, [uid])
  const booking = toGroupBooking(members)
  if (!booking) throw notFound('GROUP_BOOKING_NOT_FOUND', uidText)
  if (access === 'READ_WRITE' && members.some(member => member.access === 'READ')) {
    throw new ApiError('READ_ONLY_GRANT', `A grant on group booking ${uidText} is read-only`, {
      members: { requires: 'READ_WRITE' },
    })
  }
  return booking
}

/** Returns the accessible members of group bookings, of each the main lead first. */
export async function listAccessibleMembers(
  ctx: Context,
  groupUids: string[],
): Promise<(Lead & AccessibleRow)[]> {
  const { rows } = await sql<
    Lead & AccessibleRow
  >`select ${accessibleLeadColumns(ctx)} ${fromAccessibleLeads(ctx)}
    and l.group_uid = any(${groupUids}::uuid[]) and l.deleted_at is null
    order by l.group_uid, l.group_role, l.created_at, l.uid`.execute(ctx.db)
  return rows
}

/** Adds the accessible sub-leads to main leads. */
export async function withSubLeads(ctx: Context, mains: Lead[]): Promise<GroupBooking[]> {
  if (mains.length === 0) return []
  const members = await listAccessibleMembers(
    ctx,
    mains.map(main => main.group_uid!),
  )
  const subsByGroup = Map.groupBy(members.filter(isSub), ({ group_uid }) => group_uid)
  return mains.map(main => ({ main, subs: subsByGroup.get(main.group_uid) ?? [] }))
}

/**
 * Returns the uids of group bookings whose main lead was deleted since an instant, newest first.
 */
export async function listDeletedGroups(
  ctx: Context,
  filters: LeadFilters,
  deletedSince: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ group_uid: string }>`select l.group_uid ${fromAccessibleLeads(ctx)}
    and l.group_role = 'MAIN' and l.deleted_at >= ${deletedSince}
    ${whereFilters(accessibleLeadRow(ctx), filters)}
    order by l.deleted_at desc, l.uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ group_uid }) => group_uid)
}

/** Returns the group booking of the accessible members; undefined if the main lead is not. */
function toGroupBooking(members: Lead[]): GroupBooking | undefined {
  const main = members.find(member => !isSub(member))
  return main && { main, subs: members.filter(isSub) }
}

function isSub({ group_role }: Lead): boolean {
  return group_role === 'SUB'
}
