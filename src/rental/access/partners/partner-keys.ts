import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { randomKey } from '../../../platform/keys/key-text.ts'
import { newUid } from '../../../platform/uid.ts'
import { checkNewKey, hashOf } from '../agencies/api-keys.sql.ts'
import { insertSecret, listSecrets, lockPartner, updatePartner } from './partners.ts'

type Db = Pick<Context, 'db'>

const secretsMax = 2

/**
 * Gives a partner the key that it had not until now; one that it had is refused from now on.
 *
 * @throws Error when the key is in use or too easy to guess
 */
export async function setPartnerKey(ctx: Db, partnerUid: string, key: string): Promise<string> {
  await checkNewKey(ctx.db, key)
  await updatePartner(ctx, partnerUid, { key_hash: hashOf(key) })
  return key
}

/** Takes effect on the next request. */
export async function removePartnerKey(ctx: Db, partnerUid: string): Promise<void> {
  await updatePartner(ctx, partnerUid, { key_hash: null })
}

/**
 * A further client secret, so that a partner can change from one to the other.
 *
 * @throws Error when two are live (contract/general.md §2.2)
 */
export async function addSecret(ctx: Db, partnerUid: string, now: Date) {
  return transaction(ctx, async (ctx: Db) => {
    await lockPartner(ctx, partnerUid)
    const live = await listSecrets(ctx, partnerUid)
    if (live.length >= secretsMax) {
      throw new Error(
        `Two client secrets are active; revoke one first: ${live.map(({ uid }) => uid).join(', ')}`,
      )
    }
    const uid = newUid(now.getTime())
    const secret = randomKey('client')
    await insertSecret(ctx, partnerUid, { uid, secret, now })
    return { uid, secret }
  })
}
