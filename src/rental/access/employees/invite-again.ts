import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { lockAgency } from '../agencies/agencies.ts'
import { type IssuedLink, issueLink } from '../passwords/issue-link.ts'
import { checkMayLink } from './check-may-appoint.ts'
import { type Employee, findKnownEmployee } from './employees.ts'

/**
 * Creates a sign-in link for an employee, in place of one before (contract/resources.md §8.1). It
 * locks the agency, so that no role changes meanwhile.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, STATE_CONFLICT for an employee who is not active
 */
export async function inviteAgain(
  ctx: Context,
  key: Pick<Employee, 'agency_uid' | 'uid'>,
): Promise<IssuedLink> {
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, key.agency_uid)
    const employee = await findKnownEmployee(ctx, key)
    await checkMayLink(ctx, employee)
    if (!employee.is_active) {
      throw new ApiError('STATE_CONFLICT', 'The employee is inactive; set isActive to true first', {
        members: { state: 'INACTIVE', allowedActions: [] },
      })
    }
    return issueLink(ctx, employee, { purpose: 'INVITATION', actor: ctx.caller.credential })
  })
}
