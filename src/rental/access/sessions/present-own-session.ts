import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { reachedAgency } from '../agencies/agencies.ts'
import { findKnownEmployee } from '../employees/employees.ts'
import type { SignedIn } from './require-session.ts'
import type { Identity } from './session.ts'
import { presentSession } from './session-shape.ts'
import { findStoredSession, listOwnAgenciesUnscoped } from './sessions.ts'

/**
 * Who is signed in, and all that a page begins with.
 *
 * @throws ApiError SESSION_NOT_FOUND when it has ended meanwhile
 */
export async function presentOwnSession(ctx: Context, signedIn: SignedIn) {
  const { agencyUid: agency_uid, sessionUid, employeeUid } = signedIn
  const row = await findStoredSession(ctx, { agency_uid, uid: sessionUid })
  if (!row) throw notFound('SESSION_NOT_FOUND', sessionUid)
  const identities = row.identities as unknown as Identity[]
  const own = await listOwnAgenciesUnscoped(ctx, identities, row.signed_in_at)
  const employee = await findKnownEmployee(ctx, { agency_uid, uid: employeeUid })
  const agency = await reachedAgency(ctx, agency_uid)
  const asOfSeq = await lastSeqOf(ctx, agency_uid)
  return presentSession(row, { employee, agency, own, asOfSeq })
}

/** Up to where the log of an agency has been written. */
async function lastSeqOf({ db }: Pick<Context, 'db'>, agencyUid: string): Promise<number> {
  const { rows } = await sql<{ last_seq: number | string }>`
    select last_seq from event_logs where agency_uid = ${agencyUid}`.execute(db)
  return Number(rows[0]?.last_seq ?? 0)
}
