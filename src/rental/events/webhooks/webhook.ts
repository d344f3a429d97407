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

/** How many webhooks a caller may have in one agency. */
export const webhooksMax = 500

/** Whose a webhook is: of an agency itself, of a partner there, or of a partner alone. */
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
  /** The form of the callback URL that is compared. */
  url: string
}

/**
 * Returns the digest that is unique among the webhooks that are not deleted. That of a partner's
 * webhook includes the partner: a refusal does not reveal which URLs another caller has registered.
 */
export function fingerprintOf(identity: Identity): Buffer {
  const { owner, creatorIdentifier, objectUid, eventType, url } = identity
  const digest = digestOf([owner.agencyUid, creatorIdentifier, objectUid, eventType, url])
  if (owner.partnerUid === null) return digest
  // Equal to the digest of migration 0034, which has no URL to compute it from: URLs are encrypted.
  const partner = Buffer.from(owner.partnerUid.replaceAll('-', ''), 'hex')
  return createHash('sha256').update(digest).update(partner).digest()
}

/**
 * The stream that a webhook's deliveries are in. Labels are free, so creators of one name are told
 * apart by whose they are: none can delay what is for another.
 */
export function destinationOf({ owner, creatorIdentifier, url }: Identity): string {
  const holder = owner.partnerUid ?? owner.agencyUid
  return digestOf([holder, creatorIdentifier, url]).toString('base64url')
}

function digestOf(parts: (string | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
