import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { createSession, type SessionContext } from './create-session.ts'
import { type Identity, type SessionKey, type SessionToken, sessionEnded } from './session.ts'
import { findStoredSession, listOwnAgenciesUnscoped } from './sessions.ts'

/**
 * Replaces a session by one for another agency of the same user, with the same absolute expiry.
 *
 * @throws ApiError SESSION_ENDED if the session ended concurrently; ACCESS_DENIED for an agency
 *   that the password was not verified for, or where it has changed
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
    const requested = identities.filter(({ agency_uid }) => agency_uid === agencyUid)
    const [identity] = await listOwnAgenciesUnscoped(ctx, requested, session.signed_in_at)
    if (!identity) throw accessDenied('agencyUid', agencyUid)
    // Only the first of concurrent switches and sign-outs succeeds.
    if (!(await deleteRow(ctx, 'sessions', key))) throw sessionEnded()
    const { address, agent, signed_in_at: signedInAt } = session
    const device = { address, agent }
    return createSession(ctx, { identity, identities, device, former: null, signedInAt })
  })
}
