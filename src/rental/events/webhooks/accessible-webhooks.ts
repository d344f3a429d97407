/** Filters of a list of webhooks: contract/events.md §2.3, §2.4. */
import type { Context } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { storedObjectUid } from '../webhook-registration/require-registrant.ts'
import type { Owner, Webhook } from './webhook.ts'
import { listWebhooks } from './webhooks.ts'

export interface WebhookFilters {
  agencyUid?: string | undefined
  objectUid?: string | undefined
  /** True for webhooks for changes of the partner's own access. */
  integrationWebhooks?: boolean | undefined
}

/**
 * Lists the webhooks that the caller can access, oldest first.
 *
 * @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED
 */
export async function listAccessibleWebhooks(
  ctx: Context,
  filters: WebhookFilters,
): Promise<Webhook[]> {
  const owner = readOwner(ctx.caller, filters)
  if (owner === null) return []
  const { objectUid } = filters
  const storedUid = objectUid === undefined ? undefined : await storedObjectUid(ctx, objectUid)
  return listWebhooks(ctx, owner, storedUid)
}

/** Returns the owner of the requested webhooks; null if an agency requests those of a partner. */
function readOwner(
  caller: Caller,
  { agencyUid, integrationWebhooks = caller.kind === 'client' }: WebhookFilters,
): Owner | null {
  if (caller.kind === 'agency') {
    const ownerUid =
      agencyUid === undefined ? caller.agencyUid : requireAgencyUid(caller, agencyUid)
    return integrationWebhooks ? null : { agencyUid: ownerUid, partnerUid: null }
  }
  const { partnerUid } = caller
  if (integrationWebhooks) return { agencyUid: null, partnerUid }
  if (agencyUid !== undefined) return { agencyUid: requireAgencyUid(caller, agencyUid), partnerUid }
  const [tokenAgencyUid] = caller.agencyUids
  if (tokenAgencyUid !== undefined && caller.credential.kind === 'ACCESS_TOKEN') {
    return { agencyUid: tokenAgencyUid, partnerUid }
  }
  throw oneOfRequired(['agencyUid', 'integrationWebhooks'])
}
