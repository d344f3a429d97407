import type { FastifyBaseLogger } from 'fastify'
import type { Run } from '../../../platform/db/statements.ts'
import type { WindowCounter } from '../../../platform/limits/window-counter.ts'
import type { Caller } from '../agencies/caller.ts'
import { recordLastUse } from './credential-uses.ts'

/**
 * Records the use of a credential, once an hour as counted by `uses`. A failure does not fail the
 * request.
 */
export async function recordUse(
  { run, uses, log }: { run: Run; uses: WindowCounter; log: Pick<FastifyBaseLogger, 'warn'> },
  caller: Caller,
  now: Date,
): Promise<void> {
  const { kind, agencyUids } = caller
  if (kind === 'client' || agencyUids.length === 0) return
  // Sessions record their last use themselves.
  if (kind === 'agency' && caller.session) return
  // The credential of an agency key has a uid.
  const uid = kind === 'agency' ? caller.credential.uid! : caller.partnerUid
  // A key belongs to one agency. A partner may use several, at different times.
  const useKey = kind === 'agency' ? uid : `${uid} ${agencyUids.join()}`
  if (uses.add(useKey, 1, now) !== null) return
  try {
    await recordLastUse(run, agencyUids, { kind: kind === 'agency' ? 'KEY' : 'PARTNER', uid }, now)
  } catch (error) {
    uses.undo(useKey)
    log.warn(error, 'Could not record the last use of a credential. The next use retries')
  }
}
