import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'
import { holdActive } from '../employees/employees.ts'
import {
  absoluteMs,
  type Identity,
  type SessionToken,
  sessionEnded,
  type Visitor,
} from './session.ts'
import { deleteSessionOf, holdPassword, randomToken } from './sessions.ts'

export interface Beginning {
  /** As whom. */
  identity: Identity
  /** All as whom the password was given. */
  identities: Identity[]
  visitor: Visitor
  /** What the browser had until now: it ends. */
  former: SessionToken | null
  /** When the password was asked for; undefined: now. */
  signedInAt?: Date
}

/** What acts on sessions need. */
export type SessionContext = Pick<Context, 'db' | 'clock'>

/**
 * Signs somebody in: a new token, whatever the browser had before, so that nobody can have put it
 * there (contract/general.md §2.4).
 *
 * @throws ApiError SESSION_ENDED for who was switched off, or has another password, since it was
 *   given
 */
export async function beginSession(
  ctx: SessionContext,
  { identity, identities, visitor, former, signedInAt = ctx.clock.now() }: Beginning,
): Promise<SessionToken> {
  return transaction(ctx, async (ctx: SessionContext) => {
    const now = ctx.clock.now()
    const token = randomToken()
    if (!(await isGoodSince(ctx, identity, signedInAt))) throw sessionEnded()
    if (former) await deleteSessionOf(ctx, former)
    await insertRows(ctx, 'sessions', [
      {
        agency_uid: identity.agency_uid,
        uid: newUid(now.getTime()),
        employee_uid: identity.uid,
        token_hash: hashOf(token),
        identities: JSON.stringify(identities.map(({ agency_uid, uid }) => ({ agency_uid, uid }))),
        signed_in_at: signedInAt,
        created_at: now,
        seen_at: now,
        expires_at: new Date(signedInAt.getTime() + absoluteMs),
        address: visitor.address,
        agent: visitor.agent?.slice(0, 255) ?? null,
      },
    ])
    return { agencyUid: identity.agency_uid, token }
  })
}

/** Who switches the employee off, or sets another password, waits until the session is there. */
async function isGoodSince(
  ctx: SessionContext,
  identity: Identity,
  signedInAt: Date,
): Promise<boolean> {
  if (!(await holdActive(ctx, identity))) return false
  const changedAt = await holdPassword(ctx, identity)
  return changedAt === undefined || changedAt <= signedInAt
}
