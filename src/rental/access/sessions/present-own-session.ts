import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { runningVersion } from '../../../version.ts'
import { findStoredAgency } from '../agencies/agencies.ts'
import { findStoredEmployee } from '../employees/employees.ts'
import { mayUse, type Role } from '../roles/role.ts'
import { hasSystemPage } from '../system/require-system-page.ts'
import type { SignedIn } from './require-session.ts'
import type { Identity } from './session.ts'
import { presentSession, type SessionServer } from './session-shape.ts'
import { findStoredSession, listOwnAgenciesUnscoped } from './sessions.ts'

type SessionContext = Pick<Context, 'db' | 'settings' | 'sending'>

/**
 * Returns the session of the caller with the data that the console loads first.
 *
 * @throws ApiError SESSION_NOT_FOUND if it ended concurrently
 */
export async function presentOwnSession(ctx: SessionContext, signedIn: SignedIn) {
  const { agencyUid: agency_uid, sessionUid, employeeUid } = signedIn
  const session = await findStoredSession(ctx, { agency_uid, uid: sessionUid })
  if (!session) throw notFound('SESSION_NOT_FOUND', sessionUid)
  const identities = session.identities as unknown as Identity[]
  const agencies = await listOwnAgenciesUnscoped(ctx, identities, session.signed_in_at)
  const employee = await findStoredEmployee(ctx, { agency_uid, uid: employeeUid })
  const agency = await findStoredAgency(ctx, agency_uid)
  const asOfSeq = await findLastSeq(ctx, agency_uid)
  const server = await presentServer(ctx, signedIn.role)
  return presentSession(session, { employee, agency, agencies, asOfSeq, server })
}

async function presentServer(ctx: SessionContext, role: Role): Promise<SessionServer> {
  return {
    version: runningVersion().version,
    publicUrl: ctx.settings.publicUrl,
    sendsMail: ctx.sending.mailer !== null,
    hasSystemPage: mayUse(role, 'keys', 'read') && (await hasSystemPage(ctx)),
  }
}

/** Returns the last sequence number of the event log of an agency. */
async function findLastSeq({ db }: Pick<Context, 'db'>, agencyUid: string): Promise<number> {
  const { rows } = await sql<{ last_seq: number | string }>`
    select last_seq from event_logs where agency_uid = ${agencyUid}`.execute(db)
  return Number(rows[0]?.last_seq ?? 0)
}
