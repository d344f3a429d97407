/** What somebody who is signed in does by plain forms. */
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { findKnownAgency } from '../agencies/agencies.ts'
import { findKnownEmployee } from '../employees/employees.ts'
import { changeOwnPassword } from '../passwords/change-own-password.ts'
import { checkOwnPassword } from '../passwords/check-own-password.ts'
import { hashOwnPassword, wrongLength } from '../passwords/employee-passwords.ts'
import { changeAgency } from '../sessions/change-agency.ts'
import { endSession } from '../sessions/end-session.ts'
import { endedCookie, type Identity } from '../sessions/session.ts'
import {
  deleteSessionOf,
  findStoredSession,
  listOwnAgenciesUnscoped,
  listSessions,
} from '../sessions/sessions.ts'
import { type Account, accountPage } from './account-page.ts'
import {
  type ConsoleServices,
  goSignedIn,
  goTo,
  sendPage,
  type Visit,
  visitorOf,
} from './console-html.ts'
import { refusalText, wrongLengthText } from './refusal-page.ts'

export async function showAccount(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  const { done: what = '' } = visit.request.query as { done?: string }
  const { account } = visit.words
  const done: Record<string, string> = { password: account.changed, ended: account.ended }
  const text = done[what]
  return show(services, visit, 200, text === undefined ? undefined : { text, kind: 'good' })
}

async function show(
  services: ConsoleServices,
  visit: Visit,
  status: number,
  message?: Account['message'],
): Promise<FastifyReply> {
  const { signedIn, words } = visit
  if (!signedIn) return goTo(visit, '/console/sign-in')
  const { agencyUid: agency_uid, employeeUid, uid: sessionUid } = signedIn
  const session = await findStoredSession(services, { agency_uid, uid: sessionUid })
  if (!session) return goTo(visit, '/console/sign-in')
  const identities = session.identities as unknown as Identity[]
  const page = accountPage({
    employee: await findKnownEmployee(services, { agency_uid, uid: employeeUid }),
    agency: await findKnownAgency(services, agency_uid),
    agencies: await listOwnAgenciesUnscoped(services, identities, session.signed_in_at),
    sessions: await listSessions(services, agency_uid, employeeUid),
    sessionUid,
    hasProperties: await hasProperties(services, agency_uid),
    message,
    words,
  })
  return sendPage(visit, status, words.account.title, page)
}

async function hasProperties({ db }: ConsoleServices, agencyUid: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select 1 from properties p
    where p.agency_uid = ${agencyUid} and p.deleted_at is null) as has`.execute(db)
  return rows[0]!.has
}

export async function signOut(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  if (visit.cookie) await deleteSessionOf(services, visit.cookie)
  visit.reply.header('set-cookie', endedCookie(services.settings.publicUrl))
  return goTo(visit, '/console/sign-in')
}

/** Ends a session of one's own: this one, too. */
export async function end(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  const { signedIn, form, request } = visit
  if (!signedIn) return goTo(visit, '/console/sign-in')
  const { agencyUid: agency_uid, employeeUid } = signedIn
  const uid = asUid(form.get('uid') ?? '')
  if (uid === signedIn.uid) return signOut(services, visit)
  const found = uid && (await findStoredSession(services, { agency_uid, uid }))
  if (found && found.employee_uid === employeeUid) {
    const actor = { kind: 'EMPLOYEE', uid: employeeUid } as const
    await endSession({ ...services, log: request.log }, found, actor)
  }
  return goTo(visit, '/console/account?done=ended')
}

export async function goOn(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  const { signedIn, form } = visit
  if (!signedIn) return goTo(visit, '/console/sign-in')
  const key = { agency_uid: signedIn.agencyUid, uid: signedIn.uid }
  const agencyUid = asUid(form.get('agency') ?? '') ?? ''
  return goSignedIn(visit, services, await changeAgency(services, key, agencyUid), '/console')
}

export async function changeOwn(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  const { signedIn, form, request, reply, words } = visit
  if (!signedIn) return goTo(visit, '/console/sign-in')
  const { agencyUid: agency_uid, employeeUid: uid } = signedIn
  const password = form.get('password') ?? ''
  const wrong = wrongLength(password)
  if (wrong !== null) {
    return show(services, visit, 422, { text: wrongLengthText(words), kind: 'alert' })
  }
  try {
    const present = form.get('currentPassword') ?? ''
    await checkOwnPassword(services, { agency_uid, uid }, present, 'currentPassword')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const isWrong = error.code === 'INVALID_PARAMETER'
    const text = isWrong ? words.account.wrongPassword : refusalText(error, words)
    reply.headers(error.headers)
    return show(services, visit, isWrong ? 403 : error.status, { text, kind: 'alert' })
  }
  const hash = await hashOwnPassword(password)
  const ctx = { ...services, log: request.log }
  const change = { identity: { agency_uid, uid }, hash, visitor: visitorOf(visit) }
  const token = await changeOwnPassword(ctx, change)
  return goSignedIn(visit, services, token, '/console/account?done=password')
}
