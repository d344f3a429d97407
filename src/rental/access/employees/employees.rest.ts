/** Employees: contract/resources.md §8.1. */
import { type Context, route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  bool,
  named,
  nullable,
  oneOf,
  personal,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedAgencyUid } from '../agencies/tenant.sql.ts'
import { changeEmployee } from './change-employee.ts'
import { findEmployee, listEmployees, type ShownEmployee } from './employees.ts'

export const roles = ['ADMIN', 'MANAGER', 'STAFF', 'CLEANER', 'READ_ONLY'] as const

const employee = shape('Employee', {
  uid: uid(),
  agencyUid: uid(),
  firstName: text(),
  lastName: text(),
  email: personal(text()),
  phoneNumber: nullable(text({ max: 64 })),
  role: named('EmployeeRole', oneOf(roles)),
  isActive: bool(),
  pictureUrl: nullable(text({ max: 2_048 })),
})

const employeeAnswer = Type.Object({ employee })

export const employeeRoutes = [
  route({
    method: 'GET',
    path: '/employees',
    summary: 'List active employees',
    tag: 'Employees',
    query: Type.Object({ agencyUid: uid() }),
    answer: unpagedAnswer('employees', employee),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listEmployees(ctx, reachedAgencyUid(ctx.caller, query.agencyUid))
      return unpaged('employees', rows.map(presentEmployee))
    },
  }),
  route({
    method: 'GET',
    path: '/employees/:uid',
    summary: 'Get an employee',
    tag: 'Employees',
    answer: employeeAnswer,
    errors: ['EMPLOYEE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      employee: presentEmployee(await reachedEmployee(ctx, params.uid!)),
    }),
  }),
  route({
    method: 'PUT',
    path: '/employees/:uid',
    operationId: 'changeEmployee',
    summary: 'Change an employee',
    tag: 'Employees',
    callers: ['agency'],
    body: Type.Object({
      firstName: text({ min: 1 }),
      lastName: text({ min: 1 }),
      phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
      role: Type.Optional(named('EmployeeRole', oneOf(roles))),
      isActive: Type.Optional(bool()),
    }),
    answer: employeeAnswer,
    errors: ['EMPLOYEE_NOT_FOUND', 'INVALID_PARAMETER', 'STATE_CONFLICT'],
    handler: async (ctx, { params, body }) => {
      const present = await reachedEmployee(ctx, params.uid!)
      const changed = await changeEmployee(ctx, present, body)
      return { employee: presentEmployee({ ...changed, personal: present.personal }) }
    },
  }),
]

/** @throws ApiError EMPLOYEE_NOT_FOUND */
async function reachedEmployee(ctx: Context, text: string): Promise<ShownEmployee> {
  const uid = asUid(text)
  const row = uid === null ? undefined : await findEmployee(ctx, uid)
  if (!row) throw notFound('EMPLOYEE_NOT_FOUND', text)
  return row
}

/** The e-mail address is personal: contract/general.md §3. */
function presentEmployee(row: ShownEmployee) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    role: row.role,
    isActive: row.is_active,
    pictureUrl: row.picture_url,
    ...(row.personal ? { email: row.email } : {}),
  }
}
