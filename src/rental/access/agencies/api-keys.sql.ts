import { hash } from 'node:crypto'
import type { Kysely, Selectable, Updateable } from 'kysely'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { faultOf, hintOf, randomKey } from '../../../platform/keys/key-text.ts'
import { newUid } from '../../../platform/uid.ts'
import type { ApiKeysTable, Tables } from '../../tables.ts'
import {
  operator,
  recordSecurityEvent,
  type SecurityLog,
} from '../security-events/record-security-event.ts'
import type { Credential } from './caller.ts'

/** The hash under which a key or secret is stored. Keys are random, so one round is enough. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

export interface NewKey {
  agencyUid: string
  name: string
  readOnly?: boolean
  /** True: unknown query parameters are refused. */
  isStrict?: boolean
  expiresAt?: Date | null
  /** Of the operations that it may be used for; without any: all. */
  tags?: string[]
  /** A key that a client already has, taken over verbatim. */
  imported?: string
  /** Who makes it; undefined: the operator. */
  actor?: Credential
}

export type ApiKey = Omit<
  Selectable<ApiKeysTable>,
  'key_hash' | 'agency_uid' | 'rate_limit_per_hour'
>

const keysPerAgencyMax = 20

/**
 * Stores a key's hash; the key itself is shown once, now (contract/general.md §2.1 rule 4).
 *
 * @throws ApiError STATE_CONFLICT when the agency holds 20 keys; Error when there is no such
 *   agency, or an imported key is in use or too easy to guess
 */
export async function createKey(db: Kysely<Tables>, key: NewKey, now: Date, log?: SecurityLog) {
  return transaction({ db }, ({ db }: { db: Kysely<Tables> }) => createIn(db, key, now, log))
}

async function createIn(db: Kysely<Tables>, key: NewKey, now: Date, log?: SecurityLog) {
  const secret = key.imported ?? randomKey('agency')
  await checkNewKey(db, secret)
  const agency = await db
    .selectFrom('agencies')
    .select('agency_uid')
    .where('agency_uid', '=', key.agencyUid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!agency) throw new Error(`Agency not found: ${key.agencyUid}`)
  const held = (await listKeys(db, key.agencyUid)).filter(one => one.revoked_at === null)
  if (held.length >= keysPerAgencyMax) {
    throw new ApiError(
      'STATE_CONFLICT',
      `An agency can have at most ${keysPerAgencyMax} API keys; revoke one first`,
    )
  }
  const uid = newUid(now.getTime())
  await db
    .insertInto('api_keys')
    .values({
      key_hash: hashOf(secret),
      uid,
      agency_uid: key.agencyUid,
      name: key.name,
      hint: hintOf(secret),
      read_only: key.readOnly ?? false,
      is_strict: key.isStrict ?? false,
      tags: key.tags?.length ? key.tags : null,
      expires_at: key.expiresAt ?? null,
      created_at: now,
    })
    .execute()
  const { agencyUid: agency_uid, actor } = key
  await recordKey({ db, log, actor }, 'key.created', { agency_uid, uid }, now)
  return { uid, secret }
}

/** Where an act upon a key is told, and who did it; without an actor the operator. */
interface Telling {
  db: Kysely<Tables>
  log?: SecurityLog | undefined
  actor?: Credential | undefined
}

async function recordKey(
  { db, log, actor = operator }: Telling,
  event: 'key.created' | 'key.rotated' | 'key.revoked',
  { agency_uid: agencyUid, uid: subjectUid }: { agency_uid: string; uid: string },
  now: Date,
): Promise<void> {
  const told = { agencyUid, event, actor, subjectUid }
  await recordSecurityEvent({ db, ...(log ? { log } : {}) }, now, told)
}

/**
 * Checks that a key may be stored for somebody.
 *
 * @throws Error when it is in use, or too easy to guess
 */
export async function checkNewKey(db: Kysely<Tables>, key: string): Promise<void> {
  const fault = faultOf(key)
  if (fault !== null) throw new Error(fault)
  if (await isKeyInUse(db, key))
    throw new Error('This key is already in use; import a different key')
}

async function isKeyInUse(db: Kysely<Tables>, secret: string): Promise<boolean> {
  const hash = hashOf(secret)
  const keys = db.selectFrom('api_keys').select('key_hash').where('key_hash', '=', hash)
  const partners = db.selectFrom('partners').select('key_hash').where('key_hash', '=', hash)
  const former = db.selectFrom('former_keys').select('key_hash').where('key_hash', '=', hash)
  return (
    (await keys.executeTakeFirst()) !== undefined ||
    (await former.executeTakeFirst()) !== undefined ||
    (await partners.executeTakeFirst()) !== undefined
  )
}

const shownColumns = [
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

/** A key of an agency, live or not, without anything to sign in with. */
export async function findKey(
  { db }: { db: Kysely<Tables> },
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<ApiKey | undefined> {
  return db
    .selectFrom('api_keys')
    .select(shownColumns)
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .executeTakeFirst()
}

/** The keys of an agency, oldest first, without anything to sign in with. */
export async function listKeys(db: Kysely<Tables>, agencyUid: string): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select(shownColumns)
    .where('agency_uid', '=', agencyUid)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
}

/**
 * Gives a live key another secret, shown once, now; the former one lives on for some hours.
 * Who is known by the key's uid, as creator of webhooks, stays so (contract/events.md §2.2).
 *
 * @returns the secret, or null when there is no such key
 */
export async function rotateKey(
  db: Kysely<Tables>,
  { uid, keepHours, actor }: { uid: string; keepHours: number; actor?: Credential },
  now: Date,
  log?: SecurityLog,
): Promise<string | null> {
  const secret = randomKey('agency')
  const changes = { key_hash: hashOf(secret), hint: hintOf(secret) }
  return transaction({ db }, async ({ db }: { db: Kysely<Tables> }) => {
    const ends_at = new Date(now.getTime() + keepHours * 3_600_000)
    const former = await db
      .selectFrom('api_keys')
      .select(['key_hash', 'uid as key_uid', 'agency_uid'])
      .where('uid', '=', uid)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!former) return null
    await changeKey({ db, log, actor }, { uid, event: 'key.rotated' }, changes, now)
    await db
      .insertInto('former_keys')
      .values({ ...former, ends_at })
      .execute()
    return secret
  })
}

/** Takes effect on the next request. @returns whether there was such a key */
export async function revokeKey(ctx: Telling, uid: string, now: Date): Promise<boolean> {
  return changeKey(ctx, { uid, event: 'key.revoked' }, { revoked_at: now }, now)
}

/** Changes a live key, and says whether there is one. */
async function changeKey(
  { db, log, actor }: Telling,
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
    // The agency is named, so that it is known whose marks are moved.
    const { numUpdatedRows } = await db
      .updateTable('api_keys')
      .set(changes)
      .where('agency_uid', '=', key.agency_uid)
      .where('uid', '=', uid)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordKey({ db, log, actor }, event, key, now)
    return true
  })
}
