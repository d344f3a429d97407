import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Cipher } from '../crypto/encryption.ts'
import { changeTenants, type Db } from '../db/cluster/topology.ts'
import { isLockedOut } from '../db/transaction.ts'
import { ApiError, fixedError } from '../errors.ts'
import { Reply } from './route.ts'
import { pathWithoutQuery } from './url-path.ts'

/** Idempotency key with its owner and the fingerprint of its first request. */
export interface IdempotencyKey {
  tenantUid: string
  principal: string
  key: string
  fingerprint: Buffer
}

/** Encryption of a stored reply, and the access that is needed to see it. */
export interface ReplyStorage {
  encrypt(text: string): string
  decrypt(stored: string): string
  /** Returns a snapshot of the access that the reply needs; null: any caller may see it. */
  takeAccessSnapshot(reply: Reply): Promise<string | null>
}

/** Reply of a write, either fresh or replayed. */
export interface IdempotentReply {
  reply: Reply
  replayed: boolean
  /** Access snapshot of a replayed reply, see {@link ReplyStorage.takeAccessSnapshot}. */
  accessSnapshot: string | null
}

/** Encrypts stored replies, because they contain personal data and secrets. */
export function replyEncryption(
  cipher: Cipher,
  { tenantUid, principal, key }: IdempotencyKey,
): Omit<ReplyStorage, 'takeAccessSnapshot'> {
  const context = `reply ${tenantUid} ${principal} ${key}`
  return {
    encrypt(text) {
      const { keyId, bytes } = cipher.encrypt(text, context)
      return `${keyId}.${bytes.toString('base64url')}`
    },
    decrypt(stored) {
      // Earlier releases stored replies as plain JSON.
      if (/^[{["]/.test(stored)) return stored
      const [keyId = '', bytes = ''] = stored.split('.')
      return cipher.decrypt({ keyId, bytes: Buffer.from(bytes, 'base64url') }, context)
    },
  }
}

/**
 * Returns the `Idempotency-Key` of a write, null if there is none (contract/general.md §11).
 *
 * @throws ApiError INVALID_IDEMPOTENCY_KEY
 */
export function checkKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw fixedError('INVALID_IDEMPOTENCY_KEY', { members: { parameter: 'Idempotency-Key' } })
  }
  return key
}

/** Computes the SHA-256 of method, normalized path, sorted query and body as canonical JSON. */
export function computeFingerprint(request: FastifyRequest, body: unknown): Buffer {
  const query = Object.entries(request.query as Record<string, unknown>).sort(byName)
  return createHash('sha256')
    .update(
      JSON.stringify([request.method, pathWithoutQuery(request.url), query, toCanonical(body)]),
    )
    .digest()
}

interface RunOptions {
  now: Date
  /** Time for which replies are stored. */
  hours: number
  /** Returns the reply of a refused write. */
  refuse(error: ApiError): Reply
  storage: ReplyStorage
}

/**
 * Runs a write under its idempotency key in the write's own transaction. Its changes and its reply
 * are committed together.
 *
 * @param work the write; if it throws an ApiError, its changes are rolled back and the error is
 * stored
 * @throws ApiError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function runOnce(
  db: QueryExecutorProvider,
  id: IdempotencyKey,
  work: () => Promise<Reply>,
  { refuse, storage, ...times }: RunOptions,
): Promise<IdempotentReply> {
  const isClaimed = await claimKey(db, id, times)
  if (!isClaimed) return loadReply(db, id, storage)
  await sql`savepoint effect`.execute(db)
  let reply: Reply
  try {
    reply = await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !isStoredError(error)) throw error
    await sql`rollback to savepoint effect`.execute(db)
    reply = refuse(error)
  }
  await storeReply(db, id, reply, { completedAt: times.now, storage })
  return { reply, replayed: false, accessSnapshot: null }
}

/** Stores the reply of a write under its key. Replaces a reply that is stored there. */
export async function storeReply(
  db: QueryExecutorProvider,
  id: IdempotencyKey,
  reply: Reply,
  { completedAt, storage }: { completedAt: Date; storage: ReplyStorage },
): Promise<void> {
  const { status, body } = reply
  const encrypted = body === undefined ? null : storage.encrypt(JSON.stringify(body))
  const extent = await storage.takeAccessSnapshot(reply)
  await sql`
    update idempotency_keys set status = ${status}, body = ${encrypted}, extent = ${extent},
      completed_at = ${completedAt}
    where agency_uid = ${id.tenantUid} and principal = ${id.principal} and key = ${id.key}
  `.execute(db)
}

/** Deletes expired replies and returns their number. */
export async function deleteExpiredKeys(
  db: Db,
  { now, hours }: { now: Date; hours: number },
): Promise<number> {
  const expiredBefore = new Date(now.getTime() - hours * 3_600_000)
  return changeTenants(
    db,
    inTenants => sql`/* every tenant */
    delete from idempotency_keys where ${inTenants('idempotency_keys')}
      and completed_at < ${expiredBefore}`,
  )
}

/**
 * Inserts the key, or replaces an expired one. Waits for a running request with the same key, up to
 * the lock timeout.
 *
 * @returns false if a request with the key has completed
 */
async function claimKey(
  db: QueryExecutorProvider,
  id: IdempotencyKey,
  { now, hours }: { now: Date; hours: number },
): Promise<boolean> {
  const expiredBefore = new Date(now.getTime() - hours * 3_600_000)
  try {
    const { rows } = await sql`
      insert into idempotency_keys as i (agency_uid, principal, key, fingerprint, created_at)
      values (${id.tenantUid}, ${id.principal}, ${id.key}, ${id.fingerprint}, ${now})
      on conflict (agency_uid, principal, key) do update set
        fingerprint = excluded.fingerprint, created_at = excluded.created_at,
        status = null, body = null, extent = null, completed_at = null
      where i.completed_at < ${expiredBefore}
      returning 1`.execute(db)
    return rows.length > 0
  } catch (error) {
    if (!isLockedOut(error)) throw error
    throw fixedError('IDEMPOTENCY_IN_PROGRESS', {
      headers: { 'retry-after': '1' },
    })
  }
}

async function loadReply(
  db: QueryExecutorProvider,
  id: IdempotencyKey,
  { decrypt }: ReplyStorage,
): Promise<IdempotentReply> {
  const { rows } = await sql<StoredReply>`
    select fingerprint, status, body, extent from idempotency_keys
    where agency_uid = ${id.tenantUid} and principal = ${id.principal} and key = ${id.key}
  `.execute(db)
  const { fingerprint, status, body, extent } = rows[0]!
  if (!id.fingerprint.equals(fingerprint)) {
    throw fixedError('IDEMPOTENCY_KEY_REUSED')
  }
  const reply = new Reply(status, body === null ? undefined : JSON.parse(decrypt(body)))
  return { reply, replayed: true, accessSnapshot: extent }
}

interface StoredReply {
  fingerprint: Uint8Array
  status: number
  body: string | null
  extent: string | null
}

/** Returns whether an error is stored: not one that a retry may resolve, such as a rate limit. */
function isStoredError(error: ApiError): boolean {
  return [400, 403, 404, 409, 410, 422].includes(error.status) && error.code !== 'MALFORMED_BODY'
}

/** Converts objects to lists of entries in the order of their names. */
function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCanonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(byName)
  return entries.map(([key, inner]) => [key, toCanonical(inner)])
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0
}
