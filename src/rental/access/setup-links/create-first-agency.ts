import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { hasAnyAgencyUnscoped } from '../agencies/agencies.ts'
import { createAgency } from '../agencies/create-agency.ts'
import { insertEmployees } from '../employees/employees.ts'
import { storePassword } from '../passwords/employee-passwords.ts'
import {
  recordSecurityEvent,
  type SecurityContext,
} from '../security-events/record-security-event.ts'
import { createSession } from '../sessions/create-session.ts'
import { storePreferences } from '../sessions/employee-preferences.ts'
import type { Device, SessionToken } from '../sessions/session.ts'
import type { FirstAgency } from './first-agency-body.ts'
import { consumeSetupLink } from './setup-links.ts'

type ContextPart = Pick<Context, 'db' | 'clock'> & SecurityContext

export interface NewFirstAgency {
  agency: FirstAgency
  /** Hash of the password, computed before, because hashing is slow. */
  hash: string
  device: Device
  /** Former session of the browser, which ends. */
  former: SessionToken | null
}

/**
 * Creates the first agency of a server, its administrator and a session, and consumes the link.
 *
 * @returns null if the link is not usable, or there is an agency
 */
export async function createFirstAgency(
  ctx: ContextPart,
  token: string,
  { agency, hash, device, former }: NewFirstAgency,
): Promise<SessionToken | null> {
  return transaction(ctx, async (ctx: ContextPart) => {
    if (await hasAnyAgencyUnscoped(ctx.db)) return null
    if (!(await consumeSetupLink(ctx, token))) return null
    const now = ctx.clock.now()
    const { agencyName: name, currency, timeZone } = agency
    const agency_uid = await createAgency(ctx, { name, currency, timeZone }, now)
    const identity = { agency_uid, uid: newUid(now.getTime()) }
    await insertAdministrator(ctx, identity, agency)
    await storePassword(ctx, identity, hash, now)
    await storePreferences(ctx, identity, JSON.stringify({ language: agency.language }))
    await recordSecurityEvent(ctx, now, {
      agencyUid: agency_uid,
      event: 'agency.created',
      actor: { kind: 'EMPLOYEE', uid: identity.uid },
      subjectUid: identity.uid,
      ...(device.address === null ? {} : { address: device.address }),
    })
    return createSession(ctx, { identity, identities: [identity], device, former })
  })
}

async function insertAdministrator(
  ctx: ContextPart,
  identity: { agency_uid: string; uid: string },
  { firstName, lastName, email }: FirstAgency,
): Promise<void> {
  const now = ctx.clock.now()
  const names = { first_name: firstName, last_name: lastName, email }
  const times = { created_at: now, updated_at: now }
  await insertEmployees(ctx, [{ ...identity, ...names, role: 'ADMIN', ...times }])
}
