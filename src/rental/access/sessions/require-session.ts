import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../agencies/caller.ts'
import { mayUse, type Role } from '../roles/role.ts'

/** Signed-in employee and session. */
export interface SignedIn {
  agencyUid: string
  employeeUid: string
  sessionUid: string
  role: Role
}

/**
 * Returns the signed-in employee of a request.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED for other credentials
 */
export function requireSession(caller: Caller): SignedIn {
  if (caller.kind === 'agency' && caller.session) {
    const { agencyUid, credential, session } = caller
    return { agencyUid, employeeUid: credential.uid!, sessionUid: session.uid, role: session.role }
  }
  throw new ApiError('OPERATION_NOT_PERMITTED', 'This operation requires a signed-in user', {
    members: { requires: 'session' },
  })
}

/** Returns whether a user may see and end the sessions of other employees. */
export function canManageSessions({ role }: Pick<SignedIn, 'role'>): boolean {
  return mayUse(role, 'keys', 'write')
}
