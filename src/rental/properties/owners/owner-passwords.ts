/** Passwords of owners for the portal. */

import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { Owner } from './owner.ts'

export async function storePortalPassword(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: Pick<Owner, 'agency_uid' | 'uid'>,
  hash: string,
): Promise<void> {
  const changed = { hash, changed_at: clock.now() }
  await db
    .insertInto('owner_passwords')
    .values({ agency_uid, owner_uid: uid, ...changed })
    .onConflict(conflict => conflict.columns(['agency_uid', 'owner_uid']).doUpdateSet(changed))
    .execute()
}

/** Deletes the password of an owner, and with it the access to the portal. */
export async function removePortalPassword(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Owner, 'agency_uid' | 'uid'>,
): Promise<void> {
  await deleteRows({ db }, 'owner_passwords', { agency_uid, owner_uid: uid })
}
