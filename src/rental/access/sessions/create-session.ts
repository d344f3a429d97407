import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'
import { lockActiveEmployee } from '../employees/employees.ts'
import {
  absoluteTimeoutMs,
  type Device,
  type Identity,
  type SessionToken,
  sessionEnded,
} from './session.ts'
import { deleteSessionByToken, lockPassword, randomToken } from './sessions.ts'

export interface NewSession {
  /** Employee of the session. */
  identity: Identity
  /** All employees that the password belongs to. */
  identities: Identity[]
  device: Device
  /** Former session of the browser, which ends. */
  former: SessionToken | null
  /** Time at which the password was verified, now by default. */
  signedInAt?: Date
}

/** Maximum length of a stored user agent. */
const agentCharactersMax = 255

export type SessionContext = Pick<Context, 'db' | 'clock'>

/**
 * Creates a session with a new token, which prevents session fixation (contract/general.md §2.4).
 *
 * @throws ApiError SESSION_ENDED if the employee was deactivated, or the password changed, since it
 *   was verified
 */
export async function createSession(
  ctx: SessionContext,
  { identity, identities, device, former, signedInAt = ctx.clock.now() }: NewSession,
): Promise<SessionToken> {
  return transaction(ctx, async (ctx: SessionContext) => {
    const now = ctx.clock.now()
    const token = randomToken()
    if (!(await isPasswordUnchanged(ctx, identity, signedInAt))) throw sessionEnded()
    if (former) await deleteSessionByToken(ctx, former)
    await insertRows(ctx, 'sessions', [
      {
        agency_uid: identity.agency_uid,
        uid: newUid(now.getTime()),
        employee_uid: identity.uid,
        token_hash: hashSecret(token),
        identities: JSON.stringify(identities.map(({ agency_uid, uid }) => ({ agency_uid, uid }))),
        signed_in_at: signedInAt,
        created_at: now,
        seen_at: now,
        expires_at: new Date(signedInAt.getTime() + absoluteTimeoutMs),
        address: device.address,
        agent: device.agent?.slice(0, agentCharactersMax) ?? null,
      },
    ])
    return { agencyUid: identity.agency_uid, token }
  })
}

/**
 * Checks that the employee is active with the same password. Locks both until the session is
 * stored.
 */
async function isPasswordUnchanged(
  ctx: SessionContext,
  identity: Identity,
  signedInAt: Date,
): Promise<boolean> {
  if (!(await lockActiveEmployee(ctx, identity))) return false
  const changedAt = await lockPassword(ctx, identity)
  return changedAt === undefined || changedAt <= signedInAt
}
