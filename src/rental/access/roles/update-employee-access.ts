import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Credential } from '../agencies/caller.ts'
import { countOtherAdmins, type Employee, updateEmployee } from '../employees/employees.ts'
import { deletePasswordLink } from '../passwords/password-links.ts'
import {
  recordSecurityEvent,
  type SecurityContext,
  type SecurityEvent,
} from '../security-events/record-security-event.ts'
import { deleteSessionsOfEmployee } from '../sessions/sessions.ts'
import { type Role, rankOf } from './role.ts'

type AccessContext = Pick<Context, 'db' | 'clock'> & SecurityContext
type Access = Pick<Employee, 'role' | 'is_active'>

/**
 * Updates columns of an employee, including role and activity. Ends sessions and password links
 * that gave more access. The caller holds the lock of the agency.
 *
 * @throws ApiError STATE_CONFLICT if no active administrator would be left
 */
export async function updateEmployeeAccess(
  ctx: AccessContext,
  employee: Employee,
  changes: Partial<Employee> & Access,
  actor: Credential,
): Promise<Employee> {
  const { role, is_active: isActive } = changes
  const isAdmin = employee.role === 'ADMIN' && employee.is_active
  const staysAdmin = role === 'ADMIN' && isActive
  if (isAdmin && !staysAdmin && (await countOtherAdmins(ctx, employee)) === 0) {
    throw new ApiError(
      'STATE_CONFLICT',
      'The agency needs at least one active employee with the role ADMIN',
      {
        members: { state: 'ADMIN', allowedActions: [] },
      },
    )
  }
  const changed = await updateEmployee(ctx, employee, changes)
  // After the row is written: a concurrent sign-in waits for the row lock, or its session is
  // deleted here.
  const rankChange = rankOf(role as Role) - rankOf(employee.role as Role)
  if (!isActive || rankChange > 0) await deleteSessionsOfEmployee(ctx, employee)
  if (!isActive || rankChange < 0) await deletePasswordLink(ctx, employee)
  for (const event of eventsOf(employee, changes)) {
    const { agency_uid: agencyUid, uid: subjectUid } = employee
    await recordSecurityEvent(ctx, ctx.clock.now(), { agencyUid, subjectUid, event, actor })
  }
  return changed
}

function eventsOf(before: Access, after: Access): SecurityEvent['event'][] {
  const activity = after.is_active ? 'employee.enabled' : 'employee.disabled'
  return [
    ...(before.role === after.role ? [] : (['employee.role_changed'] as const)),
    ...(before.is_active === after.is_active ? [] : ([activity] as const)),
  ]
}
