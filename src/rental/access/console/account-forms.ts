/** Forms of a signed-in user. */
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { findStoredAgency } from '../agencies/agencies.ts'
import { findStoredEmployee } from '../employees/employees.ts'
import { changeOwnPassword } from '../passwords/change-own-password.ts'
import { checkOwnPassword } from '../passwords/check-own-password.ts'
import { hashOwnPassword, lengthError } from '../passwords/employee-passwords.ts'
import { changeAgency } from '../sessions/change-agency.ts'
import { endSession } from '../sessions/end-session.ts'
import { expiredCookie, type Identity } from '../sessions/session.ts'
import {
  deleteSessionByToken,
  findStoredSession,
  listOwnAgenciesUnscoped,
  listSessions,
} from '../sessions/sessions.ts'
import { type Account, accountPage } from './account-page.ts'
import {
  type ConsoleServices,
  type PageVisit,
  readDevice,
  redirectSignedIn,
  redirectTo,
  sendPage,
} from './console-html.ts'
import { errorText, wrongLengthText } from './refusal-page.ts'

export async function sendAccount(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  const { done: action = '' } = visit.request.query as { done?: string }
  const { account } = visit.messages
  const confirmations: Record<string, string> = { password: account.changed, ended: account.ended }
  const confirmation = confirmations[action]
  return sendAccountPage(
    services,
    visit,
    200,
    confirmation === undefined ? undefined : { text: confirmation, kind: 'good' },
  )
}

async function sendAccountPage(
  services: ConsoleServices,
  visit: PageVisit,
  status: number,
  message?: Account['message'],
): Promise<FastifyReply> {
  const { signedIn, messages } = visit
  if (!signedIn) return redirectTo(visit, '/console/sign-in')
  const { agencyUid: agency_uid, employeeUid, uid: sessionUid } = signedIn
  const session = await findStoredSession(services, { agency_uid, uid: sessionUid })
  if (!session) return redirectTo(visit, '/console/sign-in')
  const identities = session.identities as unknown as Identity[]
  const page = accountPage({
    employee: await findStoredEmployee(services, { agency_uid, uid: employeeUid }),
    agency: await findStoredAgency(services, agency_uid),
    agencies: await listOwnAgenciesUnscoped(services, identities, session.signed_in_at),
    sessions: await listSessions(services, agency_uid, employeeUid),
    sessionUid,
    hasProperties: await hasProperties(services, agency_uid),
    message,
    messages,
  })
  return sendPage(visit, status, messages.account.title, page)
}

async function hasProperties({ db }: ConsoleServices, agencyUid: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select 1 from properties p
    where p.agency_uid = ${agencyUid} and p.deleted_at is null) as has`.execute(db)
  return rows[0]!.has
}

export async function handleSignOut(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  if (visit.cookie) await deleteSessionByToken(services, visit.cookie)
  visit.reply.header('set-cookie', expiredCookie(services.settings.publicUrl))
  return redirectTo(visit, '/console/sign-in')
}

/** Ends a session of the user, which may be the current one. */
export async function handleEndSession(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  const { signedIn, form, request } = visit
  if (!signedIn) return redirectTo(visit, '/console/sign-in')
  const { agencyUid: agency_uid, employeeUid } = signedIn
  const uid = asUid(form.get('uid') ?? '')
  if (uid === signedIn.uid) return handleSignOut(services, visit)
  const session = uid && (await findStoredSession(services, { agency_uid, uid }))
  if (session && session.employee_uid === employeeUid) {
    const actor = { kind: 'EMPLOYEE', uid: employeeUid } as const
    await endSession({ ...services, log: request.log }, session, actor)
  }
  return redirectTo(visit, '/console/account?done=ended')
}

export async function handleSwitchAgency(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  const { signedIn, form } = visit
  if (!signedIn) return redirectTo(visit, '/console/sign-in')
  const key = { agency_uid: signedIn.agencyUid, uid: signedIn.uid }
  const agencyUid = asUid(form.get('agency') ?? '') ?? ''
  return redirectSignedIn(visit, services, await changeAgency(services, key, agencyUid), '/console')
}

export async function handlePasswordChange(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  const { signedIn, form, request, reply, messages } = visit
  if (!signedIn) return redirectTo(visit, '/console/sign-in')
  const { agencyUid: agency_uid, employeeUid: uid } = signedIn
  const password = form.get('password') ?? ''
  const lengthProblem = lengthError(password)
  if (lengthProblem !== null) {
    return sendAccountPage(services, visit, 422, { text: wrongLengthText(messages), kind: 'alert' })
  }
  try {
    const currentPassword = form.get('currentPassword') ?? ''
    await checkOwnPassword(services, { agency_uid, uid }, currentPassword, 'currentPassword')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const isWrong = error.code === 'INVALID_PARAMETER'
    const text = isWrong ? messages.account.wrongPassword : errorText(error, messages)
    reply.headers(error.headers)
    return sendAccountPage(services, visit, isWrong ? 403 : error.status, { text, kind: 'alert' })
  }
  const hash = await hashOwnPassword(password)
  const ctx = { ...services, log: request.log }
  const change = { identity: { agency_uid, uid }, hash, device: readDevice(visit) }
  const token = await changeOwnPassword(ctx, change)
  return redirectSignedIn(visit, services, token, '/console/account?done=password')
}
