import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockAgency } from '../agencies/agencies.ts'
import { checkCanChangeEmployee } from '../employees/check-employee-permissions.ts'
import { type Employee, findStoredEmployee, updateEmployee } from '../employees/employees.ts'
import type { Role } from '../roles/role.ts'
import { pictureUrlOf } from './employee-picture.ts'
import { storePicture } from './employee-pictures.ts'

/**
 * Stores an uploaded picture of an employee under a new URL.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED as {@link checkCanChangeEmployee}
 */
export async function changeEmployeePicture(
  ctx: Context,
  key: Pick<Employee, 'agency_uid' | 'uid'>,
  image: Buffer,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, key.agency_uid)
    const employee = await findStoredEmployee(ctx, key)
    await checkCanChangeEmployee(ctx, employee, employee.role as Role)
    const picture_uid = newUid(ctx.clock.now().getTime())
    await storePicture(ctx, employee, { picture_uid, image })
    const { publicUrl } = ctx.settings
    const picture_url = pictureUrlOf(employee.agency_uid, picture_uid, publicUrl)
    const { agency_uid, uid } = employee
    await ctx.subscribers.shownChanged(ctx, { agency_uid, assignee_uid: uid })
    await updateEmployee(ctx, employee, { picture_url })
  })
}
