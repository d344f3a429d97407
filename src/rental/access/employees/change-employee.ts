import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockAgency } from '../agencies/agencies.ts'
import { deletePicture } from '../employee-pictures/employee-pictures.ts'
import type { Role } from '../roles/role.ts'
import { updateEmployeeAccess } from '../roles/update-employee-access.ts'
import { checkCanChangeEmployee } from './check-employee-permissions.ts'
import { type Employee, findStoredEmployee, normalizeAreaCode } from './employees.ts'

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
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, key.agency_uid)
    const employee = await findStoredEmployee(ctx, key)
    const { role = employee.role as Role, isActive = true } = change
    await checkCanChangeEmployee(ctx, employee, role)
    const changes = {
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
    }
    const actor = ctx.caller.credential
    const changed = await updateEmployeeAccess(ctx, employee, changes, actor)
    const hasNewPicture = changed.picture_url !== employee.picture_url
    const isVisibleChange =
      hasNewPicture ||
      changed.first_name !== employee.first_name ||
      changed.last_name !== employee.last_name
    if (isVisibleChange) {
      await ctx.subscribers.shownChanged(ctx, { agency_uid: key.agency_uid, assignee_uid: key.uid })
    }
    if (hasNewPicture) await deletePicture(ctx, employee)
  })
}
