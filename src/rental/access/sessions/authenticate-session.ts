import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import {
  parseVersions,
  type VersionedLookup,
} from '../../../platform/db/cache-tags/read-versions.ts'
import type { AuthenticationResult } from '../../../platform/rest/auth/authenticate-hook.ts'
import type { CredentialLookups } from '../../../platform/rest/auth/credential-lookups.ts'
import { runningVersion } from '../../../version.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'
import { type Caller, sessionCaller } from '../agencies/caller.ts'
import { checkRequestOrigin } from './check-same-site.ts'
import { readSessionCookie, sessionCookie, sessionEnded } from './session.ts'
import { findSessionWithVersions } from './sessions.ts'

interface SessionLookup {
  lookup: VersionedLookup
  lookups: CredentialLookups
  clock: Clock
  publicUrl: string
}

/**
 * Authenticates the session of a console request (contract/general.md §2.4).
 *
 * @returns null for a request without a session cookie
 */
export async function authenticateSession(
  { lookup, lookups, clock, publicUrl }: SessionLookup,
  request: FastifyRequest,
): Promise<AuthenticationResult | null> {
  const token = readSessionCookie(request.headers.cookie, publicUrl)
  if (token === null) return null
  checkRequestOrigin(request, publicUrl)
  const lookupKey = `session ${token.agencyUid} ${hashSecret(token.token).toString('latin1')}`
  const find = () => findSessionWithVersions(lookup, token, clock.now())
  const session = await lookups.find(lookupKey, request.ip, find)
  lookups.record(lookupKey, session !== null)
  if (!session) throw sessionEnded()
  const { uid, employeeUid, role, versions } = session
  const { agencyUid } = token
  return {
    credential: `session:${uid}`,
    principal: `employee:${employeeUid}`,
    tenantUid: agencyUid,
    kind: 'agency',
    // Write permissions of roles are checked per operation.
    readOnly: false,
    tags: null,
    limitPerHour: null,
    headers: {
      // The console notices an upgrade by it.
      'x-lodgepole-version': runningVersion().version,
      ...(session.renewsCookie ? { 'set-cookie': sessionCookie(token, publicUrl) } : {}),
    },
    tagVersions: parseVersions([{ agencyUid, versions }]),
    cacheKey: `employee ${agencyUid} ${employeeUid} ${role}`,
    logFields: { credential: `employee:${employeeUid}`, agency: agencyUid },
    caller: sessionCaller(agencyUid, employeeUid, { uid, role }) satisfies Caller,
  }
}
