import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import { changesOf } from '../../events/events/changes.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { checkEmailFree } from './check-owner-email.ts'
import { type Owner, type OwnerColumns, toldNames, toldOwner } from './owner.ts'
import { storePortalPassword } from './owner-passwords.ts'
import { lockOwner, updateOwner } from './owners.ts'

/**
 * Changes an owner; one that stays as it is keeps its time of change. A password, which nobody is
 * told of, replaces the one for the portal; its hash is given.
 *
 * @throws ApiError OWNER_NOT_FOUND when it has gone meanwhile, ALREADY_EXISTS
 */
export async function changeOwner(
  ctx: Context,
  { agency_uid, uid }: Pick<Owner, 'agency_uid' | 'uid'>,
  columns: OwnerColumns,
  passwordHash: string | null = null,
): Promise<Owner> {
  return transaction(ctx, async (ctx: Context) => {
    if (columns.email !== undefined) await lockAgency(ctx, agency_uid)
    const present = await lockOwner(ctx, { agency_uid, uid })
    if (!present) throw notFound('OWNER_NOT_FOUND', uid)
    if (columns.email !== undefined) await checkEmailFree(ctx, agency_uid, columns.email, uid)
    if (passwordHash !== null) await storePortalPassword(ctx, present, passwordHash)
    const wanted = { ...present, ...columns } as Owner
    const changes = changesOf(toldOwner(present), toldOwner(wanted), toldNames)
    if (Object.keys(changes).length === 0) return present
    const keys = { owner_uid: uid }
    recordEvent(ctx, { agencyUid: agency_uid, type: 'OWNER_UPDATED', keys, changes })
    return updateOwner(ctx, present, columns)
  })
}
