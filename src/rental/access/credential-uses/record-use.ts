import type { FastifyBaseLogger } from 'fastify'
import type { Run } from '../../../platform/db/database.ts'
import type { RecentCounts } from '../../../platform/limits/recent-counts.ts'
import type { Caller } from '../agencies/caller.ts'
import { keepUse } from './credential-uses.ts'

/**
 * Remembers that a credential was used: the first time in an hour, of which `uses` counts, it is
 * written, and else nothing is asked. A request does not fail because that did.
 */
export async function recordUse(
  { run, uses, log }: { run: Run; uses: RecentCounts; log: Pick<FastifyBaseLogger, 'warn'> },
  caller: Caller,
  now: Date,
): Promise<void> {
  const { kind, agencyUids } = caller
  if (kind === 'client' || agencyUids.length === 0) return
  // A session knows itself when it was seen.
  if (kind === 'agency' && caller.session) return
  const uid = kind === 'agency' ? caller.credential.uid! : caller.partnerUid
  const name = kind === 'agency' ? uid : `${uid} ${agencyUids.join()}`
  if (uses.add(name, 1, now) !== null) return
  try {
    await keepUse(run, agencyUids, { kind: kind === 'agency' ? 'KEY' : 'PARTNER', uid }, now)
  } catch (error) {
    uses.takeBack(name)
    log.warn(error, 'Could not record the last use of a credential. The next use retries')
  }
}
