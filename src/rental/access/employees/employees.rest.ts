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
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedAgencyUid } from '../agencies/tenant.sql.ts'
import { changeOwnPassword } from '../passwords/change-own-password.ts'
import { checkOwnPassword } from '../passwords/check-own-password.ts'
import { hashOwnPassword, wrongLength } from '../passwords/employee-passwords.ts'
import type { Role } from '../roles/role.ts'
import { requireSession } from '../sessions/require-session.ts'
import { type Identity, sessionCookie, sessionEnded } from '../sessions/session.ts'
import { findStoredSession } from '../sessions/sessions.ts'
import { changeEmployee } from './change-employee.ts'
import { checkMayChange, checkMayGive, checkMayLink } from './check-may-appoint.ts'
import { employee, invitation, presentEmployee, roleName } from './employee-shape.ts'
import { listEmployees, reachedEmployee, requireServiceProvider } from './employees.ts'
import { inviteAgain } from './invite-again.ts'
import { inviteEmployee } from './invite-employee.ts'

const refusals = [
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'OPERATION_NOT_PERMITTED',
  'SERVICE_PROVIDER_NOT_FOUND',
] as const
const employeeAnswer = Type.Object({ employee })
const common = { tag: 'Employees', access: { callers: ['agency'] } } as const
const named = { firstName: text({ min: 1 }), lastName: text({ min: 1 }) }
const contact = {
  phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
  phoneAreaCode: Type.Optional(nullable(text({ max: 10 }))),
  pictureUrl: Type.Optional(nullable(url())),
}
const serviceProviderUid = Type.Optional(since('3.3', nullable(uid())))

export const employeeRoutes = [
  route({
    method: 'GET',
    path: '/employees',
    summary: 'List employees',
    tag: 'Employees',
    query: Type.Object({ agencyUid: uid(), isActive: Type.Optional(since('3.3', bool())) }),
    answer: unpagedAnswer('employees', employee),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { isActive = true } = query
      const agencyUid = reachedAgencyUid(ctx.caller, query.agencyUid)
      const rows = await listEmployees(ctx, agencyUid, { isActive })
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
    ...common,
    method: 'POST',
    path: '/employees',
    since: '3.3',
    operationId: 'inviteEmployee',
    summary: 'Invite an employee',
    body: Type.Object({
      agencyUid: uid(),
      ...named,
      email: emailAddress(),
      ...contact,
      role: roleName(),
      serviceProviderUid,
    }),
    http: { status: 201 },
    answer: Type.Object({ employee, invitation }),
    errors: [...refusals, 'ACCESS_DENIED', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => {
      checkMayGive(ctx.caller, body.role)
      return reachedAgencyUid(ctx.caller, body.agencyUid)
    },
    handler: async (ctx, { body, reached: agencyUid }) => {
      const serviceProviderUid = (await readProvider(ctx, agencyUid, body)) ?? null
      const made = { ...body, serviceProviderUid }
      const { employee, invitation } = await inviteEmployee(ctx, agencyUid, made)
      return { employee: presentEmployee({ ...employee, personal: true }), invitation }
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/employees/:uid/invitation',
    since: '3.3',
    operationId: 'inviteAgain',
    summary: 'Send an employee a new invitation link',
    answer: Type.Object({ invitation }),
    errors: ['EMPLOYEE_NOT_FOUND', 'OPERATION_NOT_PERMITTED', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => {
      const employee = await reachedEmployee(ctx, params.uid!)
      await checkMayLink(ctx, employee)
      return employee
    },
    handler: async (ctx, { reached }) => ({ invitation: await inviteAgain(ctx, reached) }),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/employees/:uid',
    operationId: 'changeEmployee',
    summary: 'Update an employee',
    body: Type.Object({
      ...named,
      ...contact,
      role: Type.Optional(roleName()),
      isActive: Type.Optional(bool()),
      serviceProviderUid,
    }),
    answer: employeeAnswer,
    errors: ['EMPLOYEE_NOT_FOUND', ...refusals, 'STATE_CONFLICT'],
    authorize: async (ctx, { params, body }) => {
      const present = await reachedEmployee(ctx, params.uid!)
      await checkMayChange(ctx, present, body.role ?? (present.role as Role))
      return present
    },
    handler: async (ctx, { body, reached }) => {
      const serviceProviderUid = await readProvider(ctx, reached.agency_uid, body)
      const changed = await changeEmployee(ctx, reached, { ...body, serviceProviderUid })
      return { employee: presentEmployee({ ...changed, personal: reached.personal }) }
    },
  }),
  route({
    ...common,
    access: {
      ...common.access,
      needs: 'self',
      permit: async ({ caller }) => void requireSession(caller),
    },
    method: 'PUT',
    path: '/employees/:uid/password',
    since: '3.3',
    operationId: 'changeOwnPassword',
    summary: 'Change the password of the signed-in employee',
    lifecycle: {
      // No quick hash of a password is kept for an Idempotency-Key.
      standalone: true,
      ahead: async (ctx, { params, body }) => {
        const identity = await ownIdentity(ctx, params.uid!)
        const wrong = wrongLength(body.password)
        if (wrong !== null) throw invalidParameter('password', wrong)
        await checkOwnPassword(ctx, identity, body.currentPassword, 'currentPassword')
        return { identity, hash: await hashOwnPassword(body.password) }
      },
    },
    body: Type.Object({ currentPassword: rawText(), password: rawText() }),
    http: { status: 204 },
    errors: ['EMPLOYEE_NOT_FOUND', ...refusals],
    handler: async (ctx, { ahead: { identity, hash } }) => {
      const { agencyUid: agency_uid, sessionUid } = requireSession(ctx.caller)
      const session = await findStoredSession(ctx, { agency_uid, uid: sessionUid })
      if (!session) throw sessionEnded()
      const { address, agent } = session
      const visitor = { address, agent }
      const token = await changeOwnPassword(ctx, { identity, hash, visitor })
      const headers = { 'set-cookie': sessionCookie(token, ctx.settings.publicUrl) }
      return new Reply(204, undefined, headers)
    },
  }),
]

/** @throws ApiError EMPLOYEE_NOT_FOUND, OPERATION_NOT_PERMITTED for anybody else */
async function ownIdentity(ctx: Context, text: string): Promise<Identity> {
  const { agencyUid: agency_uid, employeeUid: uid } = requireSession(ctx.caller)
  const { uid: asked } = await reachedEmployee(ctx, text)
  if (asked === uid) return { agency_uid, uid }
  throw new ApiError('OPERATION_NOT_PERMITTED', 'Employees can set only their own password', {
    members: { requires: 'self' },
  })
}

/** @throws ApiError SERVICE_PROVIDER_NOT_FOUND */
async function readProvider(
  ctx: Context,
  agencyUid: string,
  { serviceProviderUid: text }: { serviceProviderUid?: string | null },
): Promise<string | null | undefined> {
  if (text === undefined || text === null) return text
  const uid = asUid(text)
  if (uid === null) throw notFound('SERVICE_PROVIDER_NOT_FOUND', text)
  await requireServiceProvider(ctx, agencyUid, uid)
  return uid
}
