/** Sessions and console preferences: contract/resources.md §8.4. */
import { type Context, route } from '../../../context.ts'
import { accessDenied, invalidParameter, notFound } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { changeAgency } from './change-agency.ts'
import {
  findPreferences,
  findPreferencesState,
  readPreferences,
  storePreferences,
} from './employee-preferences.ts'
import { endSession } from './end-session.ts'
import { presentOwnSession } from './present-own-session.ts'
import { canManageSessions, requireSession } from './require-session.ts'
import { type StoredSession, sessionCookie } from './session.ts'
import {
  listedSessionSchema,
  preferencesSchema,
  presentListedSession,
  sessionSchema,
} from './session-shape.ts'
import { findSession, findStoredSession, listSessions } from './sessions.ts'

const commonOptions = { since: '3.3', tag: 'Session', access: { callers: ['agency'] } } as const
const commonErrors = ['OPERATION_NOT_PERMITTED'] as const
const permit = async ({ caller }: Context) => void requireSession(caller)
const sessionResponse = Type.Object({ session: sessionSchema })
const preferencesRoute = {
  path: '/session/preferences',
  http: {
    findState: (ctx: Context, _: string, options: { locks: boolean }) =>
      findPreferencesState(ctx, callerIdentity(ctx), options),
  },
} as const

export const sessionRoutes = [
  route({
    ...commonOptions,
    access: { ...commonOptions.access, permit },
    method: 'GET',
    path: '/session',
    operationId: 'getSession',
    summary: 'Get the current session',
    response: sessionResponse,
    errors: [...commonErrors],
    handler: async ctx => ({ session: await presentOwnSession(ctx, requireSession(ctx.caller)) }),
  }),
  route({
    ...commonOptions,
    access: { ...commonOptions.access, permit },
    method: 'PATCH',
    path: '/session',
    operationId: 'changeSession',
    summary: 'Switch the session to another agency',
    lifecycle: { standalone: true },
    body: Type.Object({ agencyUid: uid() }),
    response: sessionResponse,
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', ...commonErrors],
    handler: async (ctx, { body }) => switchAgency(ctx, body.agencyUid),
  }),
  route({
    ...commonOptions,
    access: { ...commonOptions.access, permit },
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    summary: 'List sessions',
    query: Type.Object({ employeeUid: Type.Optional(uid()) }),
    response: unpagedResponse('sessions', listedSessionSchema),
    errors: ['EMPLOYEE_NOT_FOUND', ...commonErrors],
    handler: async (ctx, { query }) => {
      const signedIn = requireSession(ctx.caller)
      const requested = query.employeeUid ?? signedIn.employeeUid
      const employeeUid = asUid(requested)
      if (
        employeeUid === null ||
        (employeeUid !== signedIn.employeeUid && !canManageSessions(signedIn))
      ) {
        throw notFound('EMPLOYEE_NOT_FOUND', requested)
      }
      const rows = await listSessions(ctx, signedIn.agencyUid, employeeUid)
      return unpaged(
        'sessions',
        rows.map(row => presentListedSession(row, signedIn.sessionUid)),
      )
    },
  }),
  route({
    ...commonOptions,
    access: { ...commonOptions.access, permit },
    method: 'DELETE',
    path: '/sessions/:uid',
    operationId: 'endSession',
    summary: 'End a session',
    http: { status: 204 },
    errors: ['SESSION_NOT_FOUND', ...commonErrors],
    authorize: async (ctx, { params }) => requireOwnSession(ctx, params.uid!),
    handler: async (ctx, { authorized }) => endSession(ctx, authorized, ctx.caller.credential),
  }),
  route({
    ...commonOptions,
    ...preferencesRoute,
    access: { ...commonOptions.access, permit },
    method: 'GET',
    operationId: 'getPreferences',
    summary: 'Get the console preferences of an employee',
    response: preferencesSchema,
    errors: [...commonErrors],
    handler: async ctx => ({ preferences: await findPreferences(ctx, callerIdentity(ctx)) }),
  }),
  route({
    ...commonOptions,
    ...preferencesRoute,
    access: { ...commonOptions.access, permit },
    method: 'PUT',
    operationId: 'replacePreferences',
    summary: 'Replace the console preferences of an employee',
    body: preferencesSchema,
    response: preferencesSchema,
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'PAYLOAD_RULE_VIOLATION', ...commonErrors],
    handler: async (ctx, { body: { preferences } }) => {
      if (typeof preferences !== 'object' || Array.isArray(preferences) || !preferences) {
        throw invalidParameter('preferences', 'must be an object')
      }
      const json = readPreferences(preferences)
      await storePreferences(ctx, callerIdentity(ctx), json)
      return { preferences: JSON.parse(json) }
    },
  }),
]

function callerIdentity({ caller }: Context) {
  const { agencyUid, employeeUid } = requireSession(caller)
  return { agency_uid: agencyUid, uid: employeeUid }
}

/** Switches the agency. The former session ends, so the response sets the cookie of a new one. */
async function switchAgency(ctx: Context, uidText: string): Promise<Reply> {
  const signedIn = requireSession(ctx.caller)
  const agencyUid = asUid(uidText)
  if (agencyUid === null) throw accessDenied('agencyUid', uidText)
  if (agencyUid === signedIn.agencyUid) {
    return new Reply(200, { session: await presentOwnSession(ctx, signedIn) })
  }
  const key = { agency_uid: signedIn.agencyUid, uid: signedIn.sessionUid }
  const token = await changeAgency(ctx, key, agencyUid)
  // Created just now, so it exists.
  const session = (await findSession(ctx.read, token, ctx.clock.now()))!
  const { uid: sessionUid, employeeUid, role } = session
  const newSession = await presentOwnSession(ctx, { agencyUid, employeeUid, sessionUid, role })
  const headers = { 'set-cookie': sessionCookie(token, ctx.settings.publicUrl) }
  return new Reply(200, { session: newSession }, headers)
}

/**
 * Returns a session of the caller, or any session of the agency for an administrator.
 *
 * @throws ApiError SESSION_NOT_FOUND
 */
async function requireOwnSession(ctx: Context, uidText: string): Promise<StoredSession> {
  const signedIn = requireSession(ctx.caller)
  const uid = asUid(uidText)
  const session =
    uid === null ? undefined : await findStoredSession(ctx, { agency_uid: signedIn.agencyUid, uid })
  if (session && (session.employee_uid === signedIn.employeeUid || canManageSessions(signedIn)))
    return session
  throw notFound('SESSION_NOT_FOUND', uidText)
}
