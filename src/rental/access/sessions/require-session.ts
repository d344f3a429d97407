import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../agencies/caller.ts'
import { mayUse, type Role } from '../roles/role.ts'

/** Who is signed in, and by which session. */
export interface SignedIn {
  agencyUid: string
  employeeUid: string
  sessionUid: string
  role: Role
}

/**
 * Who is signed in to the console.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED for every other credential
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

/** Whether somebody looks after the sessions of all. */
export function endsOthers({ role }: Pick<SignedIn, 'role'>): boolean {
  return mayUse(role, 'keys', 'write')
}
