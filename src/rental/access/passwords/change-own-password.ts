import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordSecurityEvent, type Securing } from '../security-events/record-security-event.ts'
import { beginSession } from '../sessions/begin-session.ts'
import type { Identity, SessionToken, Visitor } from '../sessions/session.ts'
import { storePassword } from './employee-passwords.ts'

/**
 * Stores a password that its owner has chosen. Whatever was signed in by the former one ends; the
 * browser that did it goes on with another session, of this agency alone.
 *
 * @param hash made before: it takes its time
 */
export async function changeOwnPassword(
  ctx: Pick<Context, 'db' | 'clock'> & Securing,
  {
    identity,
    hash,
    visitor,
    former = null,
  }: {
    identity: Identity
    hash: string
    visitor: Visitor
    /** What the browser had until now: it ends. */
    former?: SessionToken | null
  },
): Promise<SessionToken> {
  return transaction(ctx, async (ctx: Pick<Context, 'db' | 'clock'> & Securing) => {
    const now = ctx.clock.now()
    const { agency_uid: agencyUid, uid } = identity
    await storePassword(ctx, identity, hash, now)
    const actor = { kind: 'EMPLOYEE', uid } as const
    const about = { agencyUid, subjectUid: uid, actor }
    await recordSecurityEvent(ctx, now, { ...about, event: 'password.changed' })
    const beginning = { identity, identities: [identity], visitor, former }
    return beginSession(ctx, beginning)
  })
}
