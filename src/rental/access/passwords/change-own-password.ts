import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import {
  recordSecurityEvent,
  type SecurityContext,
} from '../security-events/record-security-event.ts'
import { createSession } from '../sessions/create-session.ts'
import type { Device, Identity, SessionToken } from '../sessions/session.ts'
import { storePassword } from './employee-passwords.ts'

/**
 * Stores a new password chosen by the employee. Ends all sessions and creates a new one for this
 * browser, for this agency only.
 *
 * @param hash computed before, because hashing is slow
 */
export async function changeOwnPassword(
  ctx: Pick<Context, 'db' | 'clock'> & SecurityContext,
  {
    identity,
    hash,
    device,
    former = null,
  }: {
    identity: Identity
    hash: string
    device: Device
    /** Former session of the browser, which ends. */
    former?: SessionToken | null
  },
): Promise<SessionToken> {
  return transaction(ctx, async (ctx: Pick<Context, 'db' | 'clock'> & SecurityContext) => {
    const now = ctx.clock.now()
    const { agency_uid: agencyUid, uid } = identity
    await storePassword(ctx, identity, hash, now)
    const actor = { kind: 'EMPLOYEE', uid } as const
    const eventFields = { agencyUid, subjectUid: uid, actor }
    await recordSecurityEvent(ctx, now, { ...eventFields, event: 'password.changed' })
    const newSession = { identity, identities: [identity], device, former }
    return createSession(ctx, newSession)
  })
}
