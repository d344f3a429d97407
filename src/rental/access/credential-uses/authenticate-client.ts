import type { Run } from '../../../platform/db/statements.ts'
import { fixedError } from '../../../platform/errors.ts'
import type { AuthenticationResult } from '../../../platform/rest/auth/authenticate-hook.ts'
import type { CredentialLookups } from '../../../platform/rest/auth/credential-lookups.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'
import type { Caller } from '../agencies/caller.ts'
import { findClient } from '../partners/partners.ts'

/**
 * Authenticates a partner by its client id and secret (contract/general.md §2.1).
 *
 * @throws ApiError INVALID_CLIENT
 */
export async function authenticateClient(
  run: Run,
  lookups: CredentialLookups,
  address: string,
  { id, secret }: { id: string; secret: string },
): Promise<AuthenticationResult> {
  const lookupKey = `client ${id} ${hashSecret(secret).toString('latin1')}`
  const client = await lookups.find(lookupKey, address, () => findClient(run, id, secret))
  lookups.record(lookupKey, client !== null)
  if (!client) {
    throw fixedError('INVALID_CLIENT', {
      headers: { 'www-authenticate': 'Basic realm="lodgepole"' },
    })
  }
  const { partnerUid, limitPerHour } = client
  return {
    credential: `partner:${partnerUid}`,
    principal: 'partner',
    tenantUid: partnerUid,
    kind: 'client',
    readOnly: false,
    tags: null,
    limitPerHour,
    tagVersions: null,
    cacheKey: null,
    logFields: { credential: `client:${partnerUid}`, partner: partnerUid },
    caller: {
      kind: 'client',
      credential: { kind: 'CLIENT_SECRET', uid: partnerUid },
      partnerUid,
      agencyUids: [],
    } satisfies Caller,
  }
}
