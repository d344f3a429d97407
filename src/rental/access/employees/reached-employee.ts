import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { findEmployee, type ShownEmployee } from './employees.ts'

/** @throws ApiError EMPLOYEE_NOT_FOUND for an employee that the caller does not reach */
export async function reachedEmployee(ctx: Context, text: string): Promise<ShownEmployee> {
  const uid = asUid(text)
  const row = uid === null ? undefined : await findEmployee(ctx, uid)
  if (!row) throw notFound('EMPLOYEE_NOT_FOUND', text)
  return row
}
