import type { Context } from '../../../context.ts'
import { fixedError } from '../../../platform/errors.ts'
import { hasOneAgencyUnscoped } from '../agencies/agencies.ts'
import { requireSession, type SignedIn } from '../sessions/require-session.ts'

/**
 * Returns whether administrators of agencies may see the state of the server, as `SYSTEM_PAGE`
 * says: by default while it has one agency (contract/general.md §13).
 */
export async function hasSystemPage({
  db,
  settings,
}: Pick<Context, 'db' | 'settings'>): Promise<boolean> {
  if (settings.systemPage !== 'auto') return settings.systemPage === 'true'
  return hasOneAgencyUnscoped(db)
}

/**
 * Returns the signed-in employee if the state of the server is visible.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED without a session, UNKNOWN_API
 */
export async function requireSystemPage(ctx: Context): Promise<SignedIn> {
  const signedIn = requireSession(ctx.caller)
  if (!(await hasSystemPage(ctx))) throw fixedError('UNKNOWN_API')
  return signedIn
}
