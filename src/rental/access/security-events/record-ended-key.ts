import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { RecentCounts } from '../../../platform/limits/recent-counts.ts'
import type { KnownKey } from '../agencies/find-key.sql.ts'
import { operator, recordSecurityEvent } from './record-security-event.ts'

/**
 * Records that somebody tried a key that has expired, was revoked or has another secret by now: a
 * client that was forgotten, or a thief. Once a minute at most, so that nobody writes by trying.
 */
export async function recordEndedKey(
  { db, clock, recent }: Pick<Context, 'db' | 'clock'> & { recent: RecentCounts },
  { uid, agencyUid }: KnownKey,
  { ip, log }: Pick<FastifyRequest, 'ip' | 'log'>,
): Promise<void> {
  const now = clock.now()
  if (agencyUid === null || recent.add(uid, 1, now) !== null) return
  const about = { agencyUid, subjectUid: uid, event: 'key.refused', address: ip } as const
  try {
    await recordSecurityEvent({ db, log }, now, { ...about, actor: operator, isRefusal: true })
  } catch (error) {
    log.warn(error, 'Could not record the use of an expired or revoked key. Check the database')
  }
}
