/** Permissions to give a role, and to change an employee: contract/resources.md §8.1. */
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../agencies/caller.ts'
import { hasPassword } from '../passwords/employee-passwords.ts'
import { type Role, rankOf, roles } from '../roles/role.ts'
import type { Employee } from './employees.ts'

/** The role that an API key has in all that concerns employees: only an ADMIN may make a key. */
const roleOfKeys: Role = 'MANAGER'

type Subject = Pick<Employee, 'agency_uid' | 'uid' | 'role'>

function roleOf(caller: Caller): Role {
  return caller.kind === 'agency' && caller.session ? caller.session.role : roleOfKeys
}

/**
 * Checks that the caller may give a role: none above its own.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkMayGive(caller: Caller, role: Role): void {
  if (rankOf(role) < rankOf(roleOf(caller))) throw notAbove(role)
}

/**
 * Checks that the caller may change an employee to a role: neither the present role nor the new one
 * is above its own, and a role is lowered only by a caller who may create a sign-in link for the
 * employee. Otherwise a caller could lower the role, create the link, and raise the role again.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export async function checkMayChange(
  ctx: Pick<Context, 'db' | 'caller'>,
  employee: Subject,
  role: Role,
): Promise<void> {
  const present = employee.role as Role
  checkMayGive(ctx.caller, present)
  checkMayGive(ctx.caller, role)
  if (rankOf(role) > rankOf(present)) await checkMayLink(ctx, employee)
}

/**
 * Checks that the caller may create a sign-in link, by which an employee sets a password. For an
 * employee who has a password it replaces that: it takes a higher role, or an ADMIN.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export async function checkMayLink(
  ctx: Pick<Context, 'db' | 'caller'>,
  employee: Subject,
): Promise<void> {
  const [own, role] = [roleOf(ctx.caller), employee.role as Role]
  checkMayGive(ctx.caller, role)
  if (own === 'ADMIN' || role !== own) return
  if (await hasPassword(ctx, employee)) throw notAbove(role)
}

function notAbove(role: Role): ApiError {
  const above = roles.filter(other => rankOf(other) <= rankOf(role))
  return new ApiError(
    'OPERATION_NOT_PERMITTED',
    `This operation requires the role ${role} or a higher one`,
    {
      members: { requires: above.join(' or ') },
    },
  )
}
