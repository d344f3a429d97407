import { randomBytes } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { randomKey } from '../../../platform/crypto/api-key-format.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { versions } from '../../versions.ts'
import { isRedirectUri, type PartnerKind, partnerKinds } from './partner.ts'
import { setPartnerKey } from './partner-keys.ts'
import { insertPartner, insertSecret } from './partners.ts'

export interface NewPartner {
  name: string
  kind: string
  channel?: string | undefined
  redirectUris: string[]
  /** Recipient of notices. */
  contactEmail?: string | null
  /** API version, `3.3`. */
  apiVersion: string
  /** Existing key of the partner, stored unchanged. */
  importedKey?: string | undefined
}

/**
 * Registers a partner (contract/general.md §2.2). Its secrets are returned only once.
 *
 * @throws Error if the kind, channel, redirect URI or version is invalid
 */
export async function createPartner(ctx: Pick<Context, 'db'>, partner: NewPartner, now: Date) {
  checkNewPartner(partner)
  return transaction(ctx, async (ctx: Pick<Context, 'db'>) => {
    const partnerUid = newUid(now.getTime())
    const clientId = `lpc_${randomBytes(15).toString('base64url')}`
    const clientSecret = randomKey('client')
    await insertPartner(ctx, {
      partner_uid: partnerUid,
      name: partner.name.trim(),
      kind: partner.kind,
      channel: partner.channel ?? null,
      client_id: clientId,
      redirect_uris: partner.redirectUris,
      contact_email: partner.contactEmail ?? null,
      api_version: `v${partner.apiVersion}`,
      created_at: now,
    })
    await insertSecret(ctx, partnerUid, { uid: newUid(now.getTime()), secret: clientSecret, now })
    const key = await setPartnerKey(ctx, partnerUid, partner.importedKey ?? randomKey('partner'))
    return { partnerUid, clientId, clientSecret, key }
  })
}

function checkNewPartner({ name, kind, channel, redirectUris, apiVersion }: NewPartner): void {
  if (name.trim() === '') throw new Error('The name of the partner must not be empty')
  if (!partnerKinds.includes(kind as PartnerKind)) {
    throw new Error(`--kind must be one of ${partnerKinds.join(', ')}`)
  }
  if ((kind === 'CHANNEL') !== (channel !== undefined)) {
    throw new Error('--channel is required with --kind CHANNEL and not allowed otherwise')
  }
  if (channel !== undefined && !/^[A-Z][A-Z0-9_]*$/.test(channel)) {
    throw new Error(`'${channel}' is not a channel name such as AIRBNB`)
  }
  const invalidUri = redirectUris.find(uri => !isRedirectUri(uri))
  if (invalidUri !== undefined) {
    throw new Error(`'${invalidUri}' is not an absolute URL without fragment and password`)
  }
  if (!(versions as string[]).includes(apiVersion)) {
    throw new Error(`--api-version must be one of ${versions.join(', ')}`)
  }
}
