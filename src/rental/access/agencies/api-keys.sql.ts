import { hash } from 'node:crypto'
import type { Kysely, Selectable, Updateable } from 'kysely'
import { findKeyFault, maskKey, randomKey } from '../../../platform/crypto/api-key-format.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import type { ApiKeysTable, Tables } from '../../tables.ts'
import {
  operator,
  recordSecurityEvent,
  type SecurityLog,
} from '../security-events/record-security-event.ts'
import type { Credential } from './caller.ts'

/** Returns the hash that a key or secret is stored as. Keys are random, so one round is enough. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

export interface NewKey {
  agencyUid: string
  name: string
  readOnly?: boolean
  /** True if requests with unknown query parameters are rejected. */
  isStrict?: boolean
  expiresAt?: Date | null
  /** Tags of the operations that the key may call. All operations if empty. */
  tags?: string[]
  /** Existing key of a client, stored unchanged. */
  imported?: string
  /** The operator if undefined. */
  actor?: Credential
}

export type ApiKey = Omit<
  Selectable<ApiKeysTable>,
  'key_hash' | 'agency_uid' | 'rate_limit_per_hour'
>

const keysPerAgencyMax = 20

/**
 * Stores the hash of a key. The key itself is returned only once (contract/general.md §2.1 rule 4).
 *
 * @throws ApiError STATE_CONFLICT when the agency holds 20 keys; Error when there is no such
 *   agency, or an imported key is in use or too easy to guess
 */
export async function createKey(db: Kysely<Tables>, key: NewKey, now: Date, log?: SecurityLog) {
  return transaction({ db }, ({ db }: { db: Kysely<Tables> }) =>
    createKeyInTransaction(db, key, now, log),
  )
}

async function createKeyInTransaction(
  db: Kysely<Tables>,
  key: NewKey,
  now: Date,
  log?: SecurityLog,
) {
  const secret = key.imported ?? randomKey('agency')
  await checkNewKey(db, secret)
  const agency = await db
    .selectFrom('agencies')
    .select('agency_uid')
    .where('agency_uid', '=', key.agencyUid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!agency) throw new Error(`Agency not found: ${key.agencyUid}`)
  const activeKeys = (await listKeys(db, key.agencyUid)).filter(key => key.revoked_at === null)
  if (activeKeys.length >= keysPerAgencyMax) {
    throw new ApiError(
      'STATE_CONFLICT',
      `An agency can have at most ${keysPerAgencyMax} API keys; revoke one first`,
    )
  }
  const uid = newUid(now.getTime())
  await db
    .insertInto('api_keys')
    .values({
      key_hash: hashSecret(secret),
      uid,
      agency_uid: key.agencyUid,
      name: key.name,
      hint: maskKey(secret),
      read_only: key.readOnly ?? false,
      is_strict: key.isStrict ?? false,
      tags: key.tags?.length ? key.tags : null,
      expires_at: key.expiresAt ?? null,
      created_at: now,
    })
    .execute()
  const { agencyUid: agency_uid, actor } = key
  await recordKeyEvent({ db, log, actor }, 'key.created', { agency_uid, uid }, now)
  return { uid, secret }
}

/**
 * Context of a change to a key: where it is recorded, and the actor, by default the operator.
 */
interface KeyChangeContext {
  db: Kysely<Tables>
  log?: SecurityLog | undefined
  actor?: Credential | undefined
}

async function recordKeyEvent(
  { db, log, actor = operator }: KeyChangeContext,
  event: 'key.created' | 'key.rotated' | 'key.revoked',
  { agency_uid: agencyUid, uid: subjectUid }: { agency_uid: string; uid: string },
  now: Date,
): Promise<void> {
  const entry = { agencyUid, event, actor, subjectUid }
  await recordSecurityEvent({ db, ...(log ? { log } : {}) }, now, entry)
}

/**
 * Checks that a key can be stored.
 *
 * @throws Error if the key is in use, or too easy to guess
 */
export async function checkNewKey(db: Kysely<Tables>, key: string): Promise<void> {
  const weakness = findKeyFault(key)
  if (weakness !== null) throw new Error(weakness)
  if (await isKeyInUse(db, key))
    throw new Error('This key is already in use; import a different key')
}

async function isKeyInUse(db: Kysely<Tables>, secret: string): Promise<boolean> {
  const hash = hashSecret(secret)
  const agencyKeys = db.selectFrom('api_keys').select('key_hash').where('key_hash', '=', hash)
  const partnerKeys = db.selectFrom('partners').select('key_hash').where('key_hash', '=', hash)
  const formerKeys = db.selectFrom('former_keys').select('key_hash').where('key_hash', '=', hash)
  return (
    (await agencyKeys.executeTakeFirst()) !== undefined ||
    (await formerKeys.executeTakeFirst()) !== undefined ||
    (await partnerKeys.executeTakeFirst()) !== undefined
  )
}

const visibleColumns = [
  'uid',
  'name',
  'hint',
  'read_only',
  'is_strict',
  'tags',
  'expires_at',
  'revoked_at',
  'created_at',
] as const

/** Returns an active or revoked key of an agency, without its secret. */
export async function findKey(
  { db }: { db: Kysely<Tables> },
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<ApiKey | undefined> {
  return db
    .selectFrom('api_keys')
    .select(visibleColumns)
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .executeTakeFirst()
}

/** Lists the keys of an agency without their secrets, oldest first. */
export async function listKeys(db: Kysely<Tables>, agencyUid: string): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select(visibleColumns)
    .where('agency_uid', '=', agencyUid)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
}

/**
 * Replaces the secret of an active key and returns the new one, only once. The former secret stays
 * valid for `keepHours`. The uid stays the same, so webhooks that the key created still belong to
 * it (contract/events.md §2.2).
 *
 * @returns the secret, or null if there is no such key
 */
export async function rotateKey(
  db: Kysely<Tables>,
  { uid, keepHours, actor }: { uid: string; keepHours: number; actor?: Credential },
  now: Date,
  log?: SecurityLog,
): Promise<string | null> {
  const secret = randomKey('agency')
  const changes = { key_hash: hashSecret(secret), hint: maskKey(secret) }
  return transaction({ db }, async ({ db }: { db: Kysely<Tables> }) => {
    const ends_at = new Date(now.getTime() + keepHours * 3_600_000)
    const formerKey = await db
      .selectFrom('api_keys')
      .select(['key_hash', 'uid as key_uid', 'agency_uid'])
      .where('uid', '=', uid)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!formerKey) return null
    await changeKey({ db, log, actor }, { uid, event: 'key.rotated' }, changes, now)
    await db
      .insertInto('former_keys')
      .values({ ...formerKey, ends_at })
      .execute()
    return secret
  })
}

/**
 * Revokes a key. The next request with it is rejected.
 *
 * @returns whether there was such an active key
 */
export async function revokeKey(ctx: KeyChangeContext, uid: string, now: Date): Promise<boolean> {
  return changeKey(ctx, { uid, event: 'key.revoked' }, { revoked_at: now }, now)
}

/**
 * Updates an active key.
 *
 * @returns whether there is one
 */
async function changeKey(
  { db, log, actor }: KeyChangeContext,
  { uid, event }: { uid: string; event: 'key.rotated' | 'key.revoked' },
  changes: Updateable<ApiKeysTable>,
  now: Date,
): Promise<boolean> {
  return transaction({ db }, async ({ db }: { db: Kysely<Tables> }) => {
    const key = await db
      .selectFrom('api_keys')
      .select(['agency_uid', 'uid'])
      .where('uid', '=', uid)
      .executeTakeFirst()
    if (!key) return false
    // The condition on `agency_uid` makes the update invalidate the cache tags of the agency.
    const { numUpdatedRows } = await db
      .updateTable('api_keys')
      .set(changes)
      .where('agency_uid', '=', key.agency_uid)
      .where('uid', '=', uid)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordKeyEvent({ db, log, actor }, event, key, now)
    return true
  })
}
