/** A webhook: contract/events.md §1. Pure. */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { WebhooksTable } from '../../tables.ts'

export type Webhook = Selectable<WebhooksTable>

export const webhookTypes = ['POST_JSON', 'POST_FORM'] as const
export type WebhookType = (typeof webhookTypes)[number]

export const payloadFormats = ['COMPATIBLE', 'EXTENDED'] as const
export type PayloadFormat = (typeof payloadFormats)[number]

export const webhookStatuses = ['ACTIVE', 'DISABLED'] as const

export const disabledReasons = ['MANUAL', 'GONE', 'FAILING', 'ACCESS_REVOKED'] as const

/** Maximum number of webhooks of a caller in one agency. */
export const webhooksMax = 500

/** Owner of a webhook: an agency, a partner in an agency, or a partner alone. */
export interface Owner {
  /** Null: for changes of the partner's own access. */
  agencyUid: string | null
  partnerUid: string | null
}

/** Fields that make a webhook unique and its deliveries one stream: contract/events.md §1.4. */
export interface Identity {
  owner: Owner
  creatorIdentifier: string
  objectUid: string
  eventType: string
  /** Normalized callback URL. */
  url: string
}

/**
 * Returns the digest that is unique among the webhooks that are not deleted. That of a partner's
 * webhook includes the partner: a refusal does not reveal which URLs another caller has registered.
 */
export function computeFingerprint(identity: Identity): Buffer {
  const { owner, creatorIdentifier, objectUid, eventType, url } = identity
  const digest = hashValues([owner.agencyUid, creatorIdentifier, objectUid, eventType, url])
  if (owner.partnerUid === null) return digest
  // Equal to the digest of migration 0034, which has no URL to compute it from: URLs are encrypted.
  const partner = Buffer.from(owner.partnerUid.replaceAll('-', ''), 'hex')
  return createHash('sha256').update(digest).update(partner).digest()
}

/**
 * Returns the key of the queue of a webhook's deliveries. Labels are free, so the key contains the
 * owner: creators with equal names cannot delay each other's deliveries.
 */
export function computeDestination({ owner, creatorIdentifier, url }: Identity): string {
  const ownerUid = owner.partnerUid ?? owner.agencyUid
  return hashValues([ownerUid, creatorIdentifier, url]).toString('base64url')
}

function hashValues(values: (string | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(values)).digest()
}
