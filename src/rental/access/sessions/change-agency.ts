import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { beginSession, type SessionContext } from './begin-session.ts'
import type { Identity, SessionKey, SessionToken } from './session.ts'
import { deleteSession, findStoredSession, listOwnAgenciesUnscoped } from './sessions.ts'

/**
 * Has somebody go on for another agency for which the password was given, too: a session of that
 * agency in place of the one that there is. It ends no later.
 *
 * @throws ApiError ACCESS_DENIED for an agency for which it was not given, or is no longer good
 */
export async function changeAgency(
  ctx: SessionContext,
  key: SessionKey,
  agencyUid: string,
): Promise<SessionToken> {
  return transaction(ctx, async (ctx: SessionContext) => {
    const session = await findStoredSession(ctx, key)
    if (!session) throw accessDenied('agencyUid', agencyUid)
    const identities = session.identities as unknown as Identity[]
    const own = await listOwnAgenciesUnscoped(ctx, identities, session.signed_in_at)
    const identity = own.find(({ agency_uid }) => agency_uid === agencyUid)
    if (!identity) throw accessDenied('agencyUid', agencyUid)
    await deleteSession(ctx, key)
    const { address, agent, signed_in_at: signedInAt } = session
    const visitor = { address, agent }
    return beginSession(ctx, { identity, identities, visitor, former: null, signedInAt })
  })
}
