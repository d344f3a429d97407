import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { beginSession, type SessionContext } from './begin-session.ts'
import { type Identity, type SessionKey, type SessionToken, sessionEnded } from './session.ts'
import { findStoredSession, listOwnAgenciesUnscoped } from './sessions.ts'

/**
 * Has somebody go on for another agency for which the password was given, too: a session of that
 * agency in place of the one that there is. It ends no later.
 *
 * @throws ApiError SESSION_ENDED when it has meanwhile; ACCESS_DENIED for an agency for which the
 *   password was not given, or is no longer good
 */
export async function changeAgency(
  ctx: SessionContext,
  key: SessionKey,
  agencyUid: string,
): Promise<SessionToken> {
  return transaction(ctx, async (ctx: SessionContext) => {
    const session = await findStoredSession(ctx, key)
    if (!session) throw sessionEnded()
    const identities = session.identities as unknown as Identity[]
    const wanted = identities.filter(({ agency_uid }) => agency_uid === agencyUid)
    const [identity] = await listOwnAgenciesUnscoped(ctx, wanted, session.signed_in_at)
    if (!identity) throw accessDenied('agencyUid', agencyUid)
    // Of two who change at once, or one who ends it meanwhile, one comes first.
    if (!(await deleteRow(ctx, 'sessions', key))) throw sessionEnded()
    const { address, agent, signed_in_at: signedInAt } = session
    const visitor = { address, agent }
    return beginSession(ctx, { identity, identities, visitor, former: null, signedInAt })
  })
}
