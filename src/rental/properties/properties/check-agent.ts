import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { findEmployee } from '../../access/employees/employees.ts'
import type { PropertyRow } from './property.ts'

/** @throws ApiError EMPLOYEE_NOT_FOUND unless a property's agent works for its agency */
export async function checkAgent(ctx: Context, property: PropertyRow): Promise<void> {
  const { agent_uid, agency_uid } = property
  if (agent_uid === null) return
  const uid = asUid(agent_uid)
  const employee = uid === null ? undefined : await findEmployee(ctx, uid)
  if (employee?.agency_uid !== agency_uid) throw notFound('EMPLOYEE_NOT_FOUND', agent_uid)
}
