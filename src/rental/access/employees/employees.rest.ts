/** Employees: contract/resources.md §8.1. */
import { type Context, route } from '../../../context.ts'
import { ApiError, invalidParameter, notFound } from '../../../platform/errors.ts'
import {
  bool,
  emailAddress,
  nullable,
  rawText,
  since,
  Type,
  text,
  uid,
  url,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireAgencyUid } from '../agencies/tenant.sql.ts'
import { contentReader } from '../content-states/content-state.sql.ts'
import { changeOwnPassword } from '../passwords/change-own-password.ts'
import { checkOwnPassword } from '../passwords/check-own-password.ts'
import { hashOwnPassword, lengthError } from '../passwords/employee-passwords.ts'
import type { Role } from '../roles/role.ts'
import { requireSession } from '../sessions/require-session.ts'
import { type Identity, sessionCookie, sessionEnded } from '../sessions/session.ts'
import { findStoredSession } from '../sessions/sessions.ts'
import { changeEmployee } from './change-employee.ts'
import {
  checkCanAssignRole,
  checkCanChangeEmployee,
  checkCanCreateLink,
} from './check-employee-permissions.ts'
import { employeeSchema, invitationSchema, presentEmployee, roleName } from './employee-shape.ts'
import { listEmployees, requireEmployee, requireServiceProvider } from './employees.ts'
import { inviteAgain } from './invite-again.ts'
import { inviteEmployee } from './invite-employee.ts'

const commonErrors = [
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'OPERATION_NOT_PERMITTED',
  'SERVICE_PROVIDER_NOT_FOUND',
] as const
const employeeResponse = Type.Object({ employee: employeeSchema })
const commonOptions = { tag: 'Employees', access: { callers: ['agency'] } } as const
const nameFields = { firstName: text({ min: 1 }), lastName: text({ min: 1 }) }
const contactFields = {
  phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
  phoneAreaCode: Type.Optional(nullable(text({ max: 10 }))),
  pictureUrl: Type.Optional(nullable(url())),
}
/** Columns that a change of an employee replaces: not those of sign-ins and invitations. */
const employeeColumns = [
  ...['first_name', 'last_name', 'email', 'phone_number', 'phone_area_code', 'picture_url'],
  ...['role', 'is_active', 'service_provider_uid'],
]
const employeeState = {
  findState: contentReader('row', { table: 'employees', columns: employeeColumns }),
}
const serviceProviderUid = Type.Optional(since('3.3', nullable(uid())))

export const employeeRoutes = [
  route({
    method: 'GET',
    path: '/employees',
    summary: 'List employees',
    tag: 'Employees',
    query: Type.Object({ agencyUid: uid(), isActive: Type.Optional(since('3.3', bool())) }),
    response: unpagedResponse('employees', employeeSchema),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { isActive = true } = query
      const agencyUid = requireAgencyUid(ctx.caller, query.agencyUid)
      const rows = await listEmployees(ctx, agencyUid, { isActive })
      return unpaged('employees', rows.map(presentEmployee))
    },
  }),
  route({
    method: 'GET',
    path: '/employees/:uid',
    http: employeeState,
    summary: 'Get an employee',
    tag: 'Employees',
    response: employeeResponse,
    errors: ['EMPLOYEE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      employee: presentEmployee(await requireEmployee(ctx, params.uid!)),
    }),
  }),
  route({
    ...commonOptions,
    method: 'POST',
    path: '/employees',
    since: '3.3',
    operationId: 'inviteEmployee',
    summary: 'Invite an employee',
    body: Type.Object({
      agencyUid: uid(),
      ...nameFields,
      email: emailAddress(),
      ...contactFields,
      role: roleName(),
      serviceProviderUid,
    }),
    http: { status: 201 },
    response: Type.Object({ employee: employeeSchema, invitation: invitationSchema }),
    errors: [...commonErrors, 'ACCESS_DENIED', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => {
      checkCanAssignRole(ctx.caller, body.role)
      return requireAgencyUid(ctx.caller, body.agencyUid)
    },
    handler: async (ctx, { body, authorized: agencyUid }) => {
      const serviceProviderUid = (await readServiceProvider(ctx, agencyUid, body)) ?? null
      const input = { ...body, serviceProviderUid }
      const { employee, invitation } = await inviteEmployee(ctx, agencyUid, input)
      return { employee: presentEmployee(await requireEmployee(ctx, employee.uid)), invitation }
    },
  }),
  route({
    ...commonOptions,
    method: 'POST',
    path: '/employees/:uid/invitation',
    since: '3.3',
    operationId: 'inviteAgain',
    summary: 'Send an employee a new invitation link',
    response: Type.Object({ invitation: invitationSchema }),
    errors: ['EMPLOYEE_NOT_FOUND', 'OPERATION_NOT_PERMITTED', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => {
      const employee = await requireEmployee(ctx, params.uid!)
      await checkCanCreateLink(ctx, employee)
      return employee
    },
    handler: async (ctx, { authorized }) => ({ invitation: await inviteAgain(ctx, authorized) }),
  }),
  route({
    ...commonOptions,
    method: 'PUT',
    path: '/employees/:uid',
    http: employeeState,
    operationId: 'changeEmployee',
    summary: 'Update an employee',
    body: Type.Object({
      ...nameFields,
      ...contactFields,
      role: Type.Optional(roleName()),
      isActive: Type.Optional(bool()),
      serviceProviderUid,
    }),
    response: employeeResponse,
    errors: ['EMPLOYEE_NOT_FOUND', ...commonErrors, 'STATE_CONFLICT'],
    authorize: async (ctx, { params, body }) => {
      const employee = await requireEmployee(ctx, params.uid!)
      await checkCanChangeEmployee(ctx, employee, body.role ?? (employee.role as Role))
      return employee
    },
    handler: async (ctx, { body, authorized }) => {
      const serviceProviderUid = await readServiceProvider(ctx, authorized.agency_uid, body)
      await changeEmployee(ctx, authorized, { ...body, serviceProviderUid })
      return { employee: presentEmployee(await requireEmployee(ctx, authorized.uid)) }
    },
  }),
  route({
    ...commonOptions,
    access: {
      ...commonOptions.access,
      needs: 'self',
      permit: async ({ caller }) => void requireSession(caller),
    },
    method: 'PUT',
    path: '/employees/:uid/password',
    since: '3.3',
    operationId: 'changeOwnPassword',
    summary: 'Change the password of the signed-in employee',
    lifecycle: {
      // Without an Idempotency-Key, which would store a fast hash of the password.
      standalone: true,
      prepare: async (ctx, { params, body }) => {
        const identity = await ownIdentity(ctx, params.uid!)
        const lengthProblem = lengthError(body.password)
        if (lengthProblem !== null) throw invalidParameter('password', lengthProblem)
        await checkOwnPassword(ctx, identity, body.currentPassword, 'currentPassword')
        return { identity, hash: await hashOwnPassword(body.password) }
      },
    },
    body: Type.Object({ currentPassword: rawText(), password: rawText() }),
    http: { status: 204 },
    errors: ['EMPLOYEE_NOT_FOUND', ...commonErrors],
    handler: async (ctx, { prepared: { identity, hash } }) => {
      const { agencyUid: agency_uid, sessionUid } = requireSession(ctx.caller)
      const session = await findStoredSession(ctx, { agency_uid, uid: sessionUid })
      if (!session) throw sessionEnded()
      const { address, agent } = session
      const device = { address, agent }
      const token = await changeOwnPassword(ctx, { identity, hash, device })
      const headers = { 'set-cookie': sessionCookie(token, ctx.settings.publicUrl) }
      return new Reply(204, undefined, headers)
    },
  }),
]

/** @throws ApiError EMPLOYEE_NOT_FOUND, OPERATION_NOT_PERMITTED for another employee */
async function ownIdentity(ctx: Context, uidText: string): Promise<Identity> {
  const { agencyUid: agency_uid, employeeUid: uid } = requireSession(ctx.caller)
  const { uid: requested } = await requireEmployee(ctx, uidText)
  if (requested === uid) return { agency_uid, uid }
  throw new ApiError('OPERATION_NOT_PERMITTED', 'Employees can set only their own password', {
    members: { requires: 'self' },
  })
}

/** @throws ApiError SERVICE_PROVIDER_NOT_FOUND */
async function readServiceProvider(
  ctx: Context,
  agencyUid: string,
  { serviceProviderUid: uidText }: { serviceProviderUid?: string | null },
): Promise<string | null | undefined> {
  if (uidText === undefined || uidText === null) return uidText
  const uid = asUid(uidText)
  if (uid === null) throw notFound('SERVICE_PROVIDER_NOT_FOUND', uidText)
  await requireServiceProvider(ctx, agencyUid, uid)
  return uid
}
