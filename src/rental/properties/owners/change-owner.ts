import type { Context } from '../../../context.ts'
import { diffFields } from '../../../pending-events/changes.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import { checkEmailFree } from './check-owner-email.ts'
import { eventFieldNames, type Owner, type OwnerColumns, toEventOwner } from './owner.ts'
import { storePortalPassword } from './owner-passwords.ts'
import { lockOwner, updateOwner } from './owners.ts'

/**
 * Updates an owner and, if `passwordHash` is not null, the portal password. `updated_at` stays if
 * no column changes. Events do not contain the password.
 *
 * @throws ApiError OWNER_NOT_FOUND if it was deleted concurrently, ALREADY_EXISTS
 */
export async function changeOwner(
  ctx: Context,
  { agency_uid, uid }: Pick<Owner, 'agency_uid' | 'uid'>,
  columns: OwnerColumns,
  passwordHash: string | null = null,
): Promise<Owner> {
  return transaction(ctx, async (ctx: Context) => {
    if (columns.email !== undefined) await lockAgency(ctx, agency_uid)
    const current = await lockOwner(ctx, { agency_uid, uid })
    if (!current) throw notFound('OWNER_NOT_FOUND', uid)
    if (columns.email !== undefined) await checkEmailFree(ctx, agency_uid, columns.email, uid)
    if (passwordHash !== null) await storePortalPassword(ctx, current, passwordHash)
    const updated = { ...current, ...columns } as Owner
    const changes = diffFields(toEventOwner(current), toEventOwner(updated), eventFieldNames)
    if (Object.keys(changes).length === 0) return current
    const keys = { owner_uid: uid }
    recordEvent(ctx, { agencyUid: agency_uid, type: 'OWNER_UPDATED', keys, changes })
    return updateOwner(ctx, current, columns)
  })
}
