/** Who is signed in to the console, and where else: contract/resources.md §8.4. */
import { type Context, route } from '../../../context.ts'
import { accessDenied, invalidParameter, notFound } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { sessionCaller } from '../agencies/caller.ts'
import { changeAgency } from './change-agency.ts'
import {
  findPreferences,
  findPreferencesState,
  readPreferences,
  storePreferences,
} from './employee-preferences.ts'
import { endSession } from './end-session.ts'
import { presentOwnSession } from './present-own-session.ts'
import { endsOthers, requireSession } from './require-session.ts'
import { type StoredSession, sessionCookie } from './session.ts'
import { listedSession, ownPreferences, presentListedSession, session } from './session-shape.ts'
import { findSession, findStoredSession, listSessions } from './sessions.ts'

const common = { since: '3.3', tag: 'Session', access: { callers: ['agency'] } } as const
const refusals = ['OPERATION_NOT_PERMITTED'] as const
const permit = async ({ caller }: Context) => void requireSession(caller)
const answer = Type.Object({ session })
const preferencesRoute = {
  path: '/session/preferences',
  http: {
    findState: (ctx: Context, _: string, options: { locks: boolean }) =>
      findPreferencesState(ctx, identityOf(ctx), options),
  },
} as const

export const sessionRoutes = [
  route({
    ...common,
    access: { ...common.access, permit },
    method: 'GET',
    path: '/session',
    operationId: 'getSession',
    summary: 'Get the current session',
    answer,
    errors: [...refusals],
    handler: async ctx => ({ session: await presentOwnSession(ctx, requireSession(ctx.caller)) }),
  }),
  route({
    ...common,
    access: { ...common.access, permit },
    method: 'PATCH',
    path: '/session',
    operationId: 'changeSession',
    summary: 'Switch the session to another agency',
    lifecycle: { standalone: true },
    body: Type.Object({ agencyUid: uid() }),
    answer,
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', ...refusals],
    handler: async (ctx, { body }) => goOn(ctx, body.agencyUid),
  }),
  route({
    ...common,
    access: { ...common.access, permit },
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    summary: 'List sessions',
    query: Type.Object({ employeeUid: Type.Optional(uid()) }),
    answer: unpagedAnswer('sessions', listedSession),
    errors: ['EMPLOYEE_NOT_FOUND', ...refusals],
    handler: async (ctx, { query }) => {
      const me = requireSession(ctx.caller)
      const text = query.employeeUid ?? me.employeeUid
      const employeeUid = asUid(text)
      if (employeeUid === null || (employeeUid !== me.employeeUid && !endsOthers(me))) {
        throw notFound('EMPLOYEE_NOT_FOUND', text)
      }
      const rows = await listSessions(ctx, me.agencyUid, employeeUid)
      return unpaged(
        'sessions',
        rows.map(row => presentListedSession(row, me.sessionUid)),
      )
    },
  }),
  route({
    ...common,
    access: { ...common.access, permit },
    method: 'DELETE',
    path: '/sessions/:uid',
    operationId: 'endSession',
    summary: 'End a session',
    http: { status: 204 },
    errors: ['SESSION_NOT_FOUND', ...refusals],
    authorize: async (ctx, { params }) => reachedSession(ctx, params.uid!),
    handler: async (ctx, { reached }) => endSession(ctx, reached, ctx.caller.credential),
  }),
  route({
    ...common,
    ...preferencesRoute,
    access: { ...common.access, permit },
    method: 'GET',
    operationId: 'getPreferences',
    summary: 'Get the console preferences of an employee',
    answer: ownPreferences,
    errors: [...refusals],
    handler: async ctx => ({ preferences: await findPreferences(ctx, identityOf(ctx)) }),
  }),
  route({
    ...common,
    ...preferencesRoute,
    access: { ...common.access, permit },
    method: 'PUT',
    operationId: 'replacePreferences',
    summary: 'Replace the console preferences of an employee',
    body: ownPreferences,
    answer: ownPreferences,
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'PAYLOAD_RULE_VIOLATION', ...refusals],
    handler: async (ctx, { body: { preferences } }) => {
      if (typeof preferences !== 'object' || Array.isArray(preferences) || !preferences) {
        throw invalidParameter('preferences', 'must be an object')
      }
      const text = readPreferences(preferences)
      await storePreferences(ctx, identityOf(ctx), text)
      return { preferences: JSON.parse(text) }
    },
  }),
]

function identityOf({ caller }: Context) {
  const { agencyUid, employeeUid } = requireSession(caller)
  return { agency_uid: agencyUid, uid: employeeUid }
}

/** The former session has ended with it, so the answer brings the cookie of another. */
async function goOn(ctx: Context, text: string): Promise<Reply> {
  const me = requireSession(ctx.caller)
  const agencyUid = asUid(text)
  if (agencyUid === null) throw accessDenied('agencyUid', text)
  if (agencyUid === me.agencyUid) {
    return new Reply(200, { session: await presentOwnSession(ctx, me) })
  }
  const key = { agency_uid: me.agencyUid, uid: me.sessionUid }
  const token = await changeAgency(ctx, key, agencyUid)
  const { uid, employeeUid, role } = (await findSession(ctx.read, token, ctx.clock.now()))!
  const caller = sessionCaller(agencyUid, employeeUid, { uid, role })
  const changed = await presentOwnSession({ ...ctx, caller }, requireSession(caller))
  const headers = { 'set-cookie': sessionCookie(token, ctx.settings.publicUrl) }
  return new Reply(200, { session: changed }, headers)
}

/**
 * A session of one's own, or of anybody of the agency for who looks after all.
 *
 * @throws ApiError SESSION_NOT_FOUND
 */
async function reachedSession(ctx: Context, text: string): Promise<StoredSession> {
  const me = requireSession(ctx.caller)
  const uid = asUid(text)
  const found =
    uid === null ? undefined : await findStoredSession(ctx, { agency_uid: me.agencyUid, uid })
  if (found && (found.employee_uid === me.employeeUid || endsOthers(me))) return found
  throw notFound('SESSION_NOT_FOUND', text)
}
