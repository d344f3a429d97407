/** Who may give a role, and to whom: contract/resources.md §8.1. */
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../agencies/caller.ts'
import { type Role, rankOf, roles } from '../roles/role.ts'

/** A key of the agency makes nobody an administrator: keys are theirs to make. */
const roleOfKeys: Role = 'MANAGER'

function roleOf(caller: Caller): Role {
  return caller.kind === 'agency' && caller.session ? caller.session.role : roleOfKeys
}

/**
 * Checks that the caller may give a role: none above the own one.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkMayGive(caller: Caller, role: Role): void {
  if (rankOf(role) < rankOf(roleOf(caller))) throw notAbove(role)
}

/**
 * Checks that somebody who is signed in may change an employee: nobody above them.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkMayChange(caller: Caller, { role }: { role: string }): void {
  const isSignedIn = caller.kind === 'agency' && caller.session
  if (isSignedIn) checkMayGive(caller, role as Role)
}

/**
 * Checks that the caller may make a link by which an employee sets a password. Who has one could be
 * kept out by it, or be acted for: that is for those above, and for administrators.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkMayLink(
  caller: Caller,
  { role, hasPassword }: { role: string; hasPassword: boolean },
): void {
  const own = roleOf(caller)
  checkMayGive(caller, role as Role)
  if (own !== 'ADMIN' && hasPassword && role === own) throw notAbove(role as Role)
}

function notAbove(role: Role): ApiError {
  const above = roles.filter(other => rankOf(other) <= rankOf(role))
  throw new ApiError('OPERATION_NOT_PERMITTED', `Nobody below ${role} may do this`, {
    members: { requires: above.join(' or ') },
  })
}
