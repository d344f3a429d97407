import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { type Lookup, readMarks } from '../../../platform/db/marks/marks-of.ts'
import type { Admission } from '../../../platform/rest/limits/admission.ts'
import { type Caller, sessionCaller } from '../agencies/caller.ts'
import { checkSameSite } from './check-same-site.ts'
import { readSessionCookie, sessionCookie, sessionEnded } from './session.ts'
import { findSessionMarked } from './sessions.ts'

/**
 * Who is signed in to the console that sends a request (contract/general.md §2.4).
 *
 * @returns null for a request without a session's cookie
 * @throws ApiError SESSION_ENDED, CROSS_SITE_REQUEST
 */
export async function admitSession(
  { lookup, clock, publicUrl }: { lookup: Lookup; clock: Clock; publicUrl: string },
  request: FastifyRequest,
): Promise<Admission | null> {
  const given = readSessionCookie(request.headers.cookie, publicUrl)
  if (given === null) return null
  checkSameSite(request, publicUrl)
  const session = await findSessionMarked(lookup, given, clock.now())
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
