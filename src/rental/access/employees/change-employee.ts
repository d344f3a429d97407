import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { lockAgency } from '../agencies/agencies.ts'
import { deletePicture } from '../employee-pictures/employee-pictures.ts'
import { deletePasswordLink } from '../passwords/password-links.ts'
import { type Role, rankOf } from '../roles/role.ts'
import { deleteSessionsOfEmployee } from '../sessions/sessions.ts'
import { checkCanChangeEmployee } from './check-employee-permissions.ts'
import {
  countOtherAdmins,
  type Employee,
  findStoredEmployee,
  normalizeAreaCode,
  updateEmployee,
} from './employees.ts'

export interface EmployeeChange {
  firstName: string
  lastName: string
  phoneNumber?: string | null
  phoneAreaCode?: string | null
  pictureUrl?: string | null
  role?: Role
  serviceProviderUid?: string | null | undefined
  isActive?: boolean
}

/**
 * Replaces the editable fields of an employee. If omitted, the phone number is cleared and the
 * employee becomes active; role and picture stay unchanged, as does the email address
 * (contract/resources.md §8.1). A new picture URL deletes an uploaded picture.
 *
 * Password links that were created for a lower role are deleted.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED as {@link checkCanChangeEmployee}, STATE_CONFLICT if no
 *   active administrator would be left
 */
export async function changeEmployee(
  ctx: Context,
  key: Pick<Employee, 'agency_uid' | 'uid'>,
  change: EmployeeChange,
): Promise<Employee> {
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, key.agency_uid)
    const employee = await findStoredEmployee(ctx, key)
    const { role = employee.role as Role, isActive = true } = change
    await checkCanChangeEmployee(ctx, employee, role)
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
    const changed = await updateEmployee(ctx, employee, {
      first_name: change.firstName.trim(),
      last_name: change.lastName.trim(),
      phone_number: change.phoneNumber ?? null,
      phone_area_code: normalizeAreaCode(change.phoneAreaCode),
      role,
      is_active: isActive,
      ...(change.pictureUrl === undefined ? {} : { picture_url: change.pictureUrl }),
      ...(change.serviceProviderUid === undefined
        ? {}
        : { service_provider_uid: change.serviceProviderUid }),
    })
    const hasNewPicture = changed.picture_url !== employee.picture_url
    const isVisibleChange =
      hasNewPicture ||
      changed.first_name !== employee.first_name ||
      changed.last_name !== employee.last_name
    if (isVisibleChange) {
      await ctx.subscribers.shownChanged(ctx, { agency_uid: key.agency_uid, assignee_uid: key.uid })
    }
    if (hasNewPicture) await deletePicture(ctx, employee)
    // After the row is written: a concurrent sign-in waits for the row lock, or its session is
    // deleted here.
    const rankChange = rankOf(role) - rankOf(employee.role as Role)
    if (!isActive || rankChange > 0) await deleteSessionsOfEmployee(ctx, employee)
    if (!isActive || rankChange < 0) await deletePasswordLink(ctx, employee)
    return changed
  })
}
