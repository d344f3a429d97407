import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { WindowCounter } from '../../../platform/limits/window-counter.ts'
import type { StoredKey } from '../agencies/find-key.sql.ts'
import { operator, recordSecurityEvent } from './record-security-event.ts'

/**
 * Records an attempt with an expired, revoked or rotated key, by an outdated client or an attacker.
 * At most one row a minute is written, so attempts cannot flood the table.
 */
export async function recordRejectedKey(
  { db, clock, recent }: Pick<Context, 'db' | 'clock'> & { recent: WindowCounter },
  { uid, agencyUid }: StoredKey,
  { ip, log }: Pick<FastifyRequest, 'ip' | 'log'>,
): Promise<void> {
  const now = clock.now()
  if (agencyUid === null || recent.add(uid, 1, now) !== null) return
  const eventFields = { agencyUid, subjectUid: uid, event: 'key.refused', address: ip } as const
  try {
    await recordSecurityEvent({ db, log }, now, {
      ...eventFields,
      actor: operator,
      isRefusal: true,
    })
  } catch (error) {
    log.warn(error, 'Could not record the use of an expired or revoked key. Check the database')
  }
}
