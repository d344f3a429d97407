import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { type Lookup, readMarks } from '../../../platform/db/marks/marks-of.ts'
import type { Admission } from '../../../platform/rest/limits/admission.ts'
import type { CredentialLookups } from '../../../platform/rest/limits/credential-lookups.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'
import { type Caller, sessionCaller } from '../agencies/caller.ts'
import { checkSameSite } from './check-same-site.ts'
import { readSessionCookie, sessionCookie, sessionEnded } from './session.ts'
import { findSessionMarked } from './sessions.ts'

interface Admitting {
  lookup: Lookup
  lookups: CredentialLookups
  clock: Clock
  publicUrl: string
}

/**
 * Who is signed in to the console that sends a request (contract/general.md §2.4).
 *
 * @returns null for a request without a session's cookie
 * @throws ApiError SESSION_ENDED, CROSS_SITE_REQUEST
 */
export async function admitSession(
  { lookup, lookups, clock, publicUrl }: Admitting,
  request: FastifyRequest,
): Promise<Admission | null> {
  const given = readSessionCookie(request.headers.cookie, publicUrl)
  if (given === null) return null
  checkSameSite(request, publicUrl)
  const name = `session ${given.agencyUid} ${hashOf(given.token).toString('latin1')}`
  const find = () => findSessionMarked(lookup, given, clock.now())
  const session = await lookups.find(name, request.ip, find)
  lookups.note(name, session !== null)
  if (!session) throw sessionEnded()
  const { uid, employeeUid, role, marks } = session
  const { agencyUid } = given
  return {
    credential: `session:${uid}`,
    principal: `employee:${employeeUid}`,
    tenantUid: agencyUid,
    kind: 'agency',
    // What a role may not write is refused by operation.
    readOnly: false,
    tags: null,
    limitPerHour: null,
    ...(session.renews ? { headers: { 'set-cookie': sessionCookie(given, publicUrl) } } : {}),
    marks: readMarks([{ agencyUid, marks }]),
    reach: `employee ${agencyUid} ${employeeUid} ${role}`,
    who: { credential: `employee:${employeeUid}`, agency: agencyUid },
    caller: sessionCaller(agencyUid, employeeUid, { uid, role }) satisfies Caller,
  }
}
