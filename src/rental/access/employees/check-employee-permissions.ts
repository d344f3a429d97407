/** Permissions to assign roles and to change employees: contract/resources.md §8.1. */
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../agencies/caller.ts'
import { hasPassword } from '../passwords/employee-passwords.ts'
import { type Role, rankOf, roles } from '../roles/role.ts'
import type { Employee } from './employees.ts'

/** Role of an API key for operations on employees. Only an ADMIN can create a key. */
const apiKeyRole: Role = 'MANAGER'

type EmployeeRole = Pick<Employee, 'agency_uid' | 'uid' | 'role'>

function callerRole(caller: Caller): Role {
  return caller.kind === 'agency' && caller.session ? caller.session.role : apiKeyRole
}

/**
 * Checks that the caller may assign a role: no role above its own.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkCanAssignRole(caller: Caller, role: Role): void {
  if (rankOf(role) < rankOf(callerRole(caller))) throw requiresHigherRole(role)
}

/**
 * Checks that the caller may change an employee to a role: neither the current role nor the new one
 * may be above its own. Lowering a role also requires the permission to create a sign-in link for
 * the employee. Otherwise a caller could lower the role, create the link, and raise the role again.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export async function checkCanChangeEmployee(
  ctx: Pick<Context, 'db' | 'caller'>,
  employee: EmployeeRole,
  role: Role,
): Promise<void> {
  const currentRole = employee.role as Role
  checkCanAssignRole(ctx.caller, currentRole)
  checkCanAssignRole(ctx.caller, role)
  if (rankOf(role) > rankOf(currentRole)) await checkCanCreateLink(ctx, employee)
}

/**
 * Checks that the caller may create a sign-in link, which sets a password. If the employee has a
 * password already, the caller needs a higher role or ADMIN.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export async function checkCanCreateLink(
  ctx: Pick<Context, 'db' | 'caller'>,
  employee: EmployeeRole,
): Promise<void> {
  const [ownRole, role] = [callerRole(ctx.caller), employee.role as Role]
  checkCanAssignRole(ctx.caller, role)
  if (ownRole === 'ADMIN' || role !== ownRole) return
  if (await hasPassword(ctx, employee)) throw requiresHigherRole(role)
}

function requiresHigherRole(role: Role): ApiError {
  const sufficientRoles = roles.filter(other => rankOf(other) <= rankOf(role))
  return new ApiError(
    'OPERATION_NOT_PERMITTED',
    `This operation requires the role ${role} or a higher one`,
    {
      members: { requires: sufficientRoles.join(' or ') },
    },
  )
}
