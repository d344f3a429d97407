import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import { checkEmailFree } from './check-owner-email.ts'
import type { NewOwnerColumns, Owner } from './owner.ts'
import { storePortalPassword } from './owner-passwords.ts'

/**
 * Adds an owner to an agency. `passwordHash` is for the portal.
 *
 * @throws ApiError ALREADY_EXISTS if another owner of the agency has the email address
 */
export async function createOwner(
  ctx: Context,
  agencyUid: string,
  columns: NewOwnerColumns,
  passwordHash: string | null = null,
): Promise<Owner> {
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, agencyUid)
    await checkEmailFree(ctx, agencyUid, columns.email)
    const now = ctx.clock.now()
    const owner = await insertRow(ctx, 'owners', {
      ...columns,
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      created_at: now,
      updated_at: now,
    })
    if (passwordHash !== null) await storePortalPassword(ctx, owner, passwordHash)
    const keys = { owner_uid: owner.uid }
    recordEvent(ctx, { agencyUid, type: 'OWNER_CREATED', keys, isNew: true })
    return owner
  })
}
