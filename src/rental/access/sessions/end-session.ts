import type { Context } from '../../../context.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Credential } from '../agencies/caller.ts'
import {
  recordSecurityEvent,
  type SecurityContext,
} from '../security-events/record-security-event.ts'
import type { StoredSession } from './session.ts'

/**
 * Ends a session. The next request with it is rejected.
 *
 * @throws ApiError SESSION_NOT_FOUND if it ended concurrently
 */
export async function endSession(
  ctx: Pick<Context, 'db' | 'clock'> & SecurityContext,
  session: Pick<StoredSession, 'agency_uid' | 'uid' | 'employee_uid'>,
  actor: Credential,
): Promise<void> {
  if (!(await deleteRow(ctx, 'sessions', session))) throw notFound('SESSION_NOT_FOUND', session.uid)
  const eventFields = { agencyUid: session.agency_uid, subjectUid: session.employee_uid, actor }
  await recordSecurityEvent(ctx, ctx.clock.now(), { ...eventFields, event: 'session.ended' })
}
