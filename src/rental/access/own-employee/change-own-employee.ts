import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { lockRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { type Employee, updateEmployee } from '../employees/employees.ts'

interface OwnChanges {
  first_name?: string | undefined
  last_name?: string | undefined
  phone_number?: string | null | undefined
}

/**
 * Changes the name and phone number of the signed-in employee (contract/resources.md §8.4).
 *
 * @throws ApiError EMPLOYEE_NOT_FOUND if there is no such employee any more
 */
export async function changeOwnEmployee(
  ctx: Context,
  key: Pick<Employee, 'agency_uid' | 'uid'>,
  change: OwnChanges,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const employee = await lockRow(ctx, 'employees', key)
    if (!employee) throw notFound('EMPLOYEE_NOT_FOUND', key.uid)
    const changes = diffColumns(employee, change)
    if (Object.keys(changes).length === 0) return
    await updateEmployee(ctx, employee, changes)
    if (changes.first_name === undefined && changes.last_name === undefined) return
    await ctx.subscribers.shownChanged(ctx, { agency_uid: key.agency_uid, assignee_uid: key.uid })
  })
}
