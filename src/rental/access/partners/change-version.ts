import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { nextLabel } from './api-version.ts'
import { lockPartner, updatePartner } from './partners.ts'

/**
 * Records the API version of a partner: the present one or the next (contract/versions.md §3). It
 * changes neither responses nor payloads.
 *
 * @throws ApiError VERSION_STEP_REFUSED
 */
export async function changeVersion(
  ctx: Pick<Context, 'db'>,
  partnerUid: string,
  requested: string,
): Promise<string> {
  return transaction(ctx, async (ctx: Pick<Context, 'db'>) => {
    const { api_version: current } = await lockPartner(ctx, partnerUid)
    const next = nextLabel(current)
    if (requested === current) return current
    if (requested !== next) {
      const allowed = next === null ? 'there is none after it' : `the next one is ${next}`
      throw new ApiError('VERSION_STEP_REFUSED', `The partner is on ${current}, ${allowed}`, {
        members: { current, next },
      })
    }
    await updatePartner(ctx, partnerUid, { api_version: requested })
    return requested
  })
}
