import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { lockAgency } from '../agencies/agencies.ts'
import { type IssuedLink, issueLink } from '../passwords/issue-password-link.ts'
import { checkCanCreateLink } from './check-employee-permissions.ts'
import { type Employee, findStoredEmployee, updateInvitedAt } from './employees.ts'

/**
 * Creates a sign-in link for an employee, replacing a former one (contract/resources.md §8.1).
 * Locks the agency against concurrent changes of roles.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, STATE_CONFLICT for an inactive employee
 */
export async function inviteAgain(
  ctx: Context,
  key: Pick<Employee, 'agency_uid' | 'uid'>,
): Promise<IssuedLink> {
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, key.agency_uid)
    const employee = await findStoredEmployee(ctx, key)
    await checkCanCreateLink(ctx, employee)
    if (!employee.is_active) {
      throw new ApiError('STATE_CONFLICT', 'The employee is inactive; set isActive to true first', {
        members: { state: 'INACTIVE', allowedActions: [] },
      })
    }
    await updateInvitedAt(ctx, employee)
    return issueLink(ctx, employee, { purpose: 'INVITATION', actor: ctx.caller.credential })
  })
}
