import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { lockAgency } from '../agencies/agencies.ts'
import { deletePicture } from '../employee-pictures/employee-pictures.ts'
import { deleteLinkOf } from '../passwords/password-links.ts'
import { type Role, rankOf } from '../roles/role.ts'
import { deleteSessionsOf } from '../sessions/sessions.ts'
import { checkMayChange } from './check-may-appoint.ts'
import {
  areaCodeOf,
  countOtherAdmins,
  type Employee,
  findKnownEmployee,
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
 * Replaces what may be changed of an employee. Left out, the phone number is cleared and the
 * employee active; the role, which has no default, the picture and the e-mail address stay
 * (contract/resources.md §8.1). Another picture URL ends an uploaded picture.
 *
 * Links to set a password that were created for a lower role are void.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED as {@link checkMayChange}, STATE_CONFLICT when the last
 *   active administrator would be no longer one
 */
export async function changeEmployee(
  ctx: Context,
  key: Pick<Employee, 'agency_uid' | 'uid'>,
  change: EmployeeChange,
): Promise<Employee> {
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, key.agency_uid)
    const employee = await findKnownEmployee(ctx, key)
    const { role = employee.role as Role, isActive = true } = change
    await checkMayChange(ctx, employee, role)
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
      phone_area_code: areaCodeOf(change.phoneAreaCode),
      role,
      is_active: isActive,
      ...(change.pictureUrl === undefined ? {} : { picture_url: change.pictureUrl }),
      ...(change.serviceProviderUid === undefined
        ? {}
        : { service_provider_uid: change.serviceProviderUid }),
    })
    const hasNewPicture = changed.picture_url !== employee.picture_url
    const isShownAnew =
      hasNewPicture ||
      changed.first_name !== employee.first_name ||
      changed.last_name !== employee.last_name
    if (isShownAnew) {
      await ctx.touchLeadsOf(ctx, { agency_uid: key.agency_uid, assignee_uid: key.uid })
    }
    if (hasNewPicture) await deletePicture(ctx, employee)
    // After the row is written: who signs in meanwhile waits for it, or is seen here.
    const lowered = rankOf(role) - rankOf(employee.role as Role)
    if (!isActive || lowered > 0) await deleteSessionsOf(ctx, employee)
    if (!isActive || lowered < 0) await deleteLinkOf(ctx, employee)
    return changed
  })
}
