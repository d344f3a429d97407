/** Which webhooks a list shows: contract/events.md §2.3, §2.4. */
import type { Context } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { storedObjectUid } from '../webhook-registration/reached-registrant.ts'
import type { Owner, Webhook } from './webhook.ts'
import { listWebhooks } from './webhooks.ts'

export interface WebhookFilters {
  agencyUid?: string | undefined
  objectUid?: string | undefined
  /** Those for changes of the partner's own access. */
  integrationWebhooks?: boolean | undefined
}

/**
 * The webhooks of a list, oldest first.
 *
 * @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED
 */
export async function listedWebhooks(ctx: Context, filters: WebhookFilters): Promise<Webhook[]> {
  const owner = ownerOf(ctx.caller, filters)
  if (owner === null) return []
  const { objectUid } = filters
  const stored = objectUid === undefined ? undefined : await storedObjectUid(ctx, objectUid)
  return listWebhooks(ctx, owner, stored)
}

function ownerOf(
  caller: Caller,
  { agencyUid, integrationWebhooks = caller.kind === 'client' }: WebhookFilters,
): Owner | null {
  if (caller.kind === 'agency') {
    const own = agencyUid === undefined ? caller.agencyUid : reachedAgencyUid(caller, agencyUid)
    return integrationWebhooks ? null : { agencyUid: own, partnerUid: null }
  }
  const { partnerUid } = caller
  if (integrationWebhooks) return { agencyUid: null, partnerUid }
  if (agencyUid !== undefined) return { agencyUid: reachedAgencyUid(caller, agencyUid), partnerUid }
  const [only] = caller.agencyUids
  if (only !== undefined && caller.credential.kind === 'ACCESS_TOKEN') {
    return { agencyUid: only, partnerUid }
  }
  throw oneOfRequired(['agencyUid', 'integrationWebhooks'])
}
