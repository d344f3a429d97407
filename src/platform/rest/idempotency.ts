import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type QueryExecutorProvider, sql } from 'kysely'
import { changeReachable } from '../db/citus/reachable-rows.ts'
import { sqlState } from '../db/transaction.ts'
import { ApiError, fixedError } from '../errors.ts'
import type { Sealer } from '../seal.ts'
import { pathOf } from './path.ts'
import { Reply } from './route.ts'

/** Whose key it is, and what it was first used for. */
export interface IdempotencyKey {
  tenantUid: string
  principal: string
  key: string
  fingerprint: Buffer
}

/** How a reply is kept. */
export interface Keeping {
  keep(text: string): string
  read(kept: string): string
  /** What of it not everybody may see; null: nothing. */
  extentOf(reply: Reply): Promise<string | null>
}

/** A reply, and whether it was stored by an earlier request. */
export interface Kept {
  reply: Reply
  replayed: boolean
  /** As {@link Keeping.extentOf} gave it for a stored one. */
  extent: string | null
}

/** Keeps replies, which tell of guests and carry secrets, so that nobody reads the database. */
export function sealedReplies(
  sealer: Sealer,
  { tenantUid, principal, key }: IdempotencyKey,
): Omit<Keeping, 'extentOf'> {
  const place = `reply ${tenantUid} ${principal} ${key}`
  return {
    keep(text) {
      const { keyId, bytes } = sealer.seal(text, place)
      return `${keyId}.${bytes.toString('base64url')}`
    },
    read(kept) {
      // Releases before stored them as they are.
      if (/^[{["]/.test(kept)) return kept
      const [keyId = '', bytes = ''] = kept.split('.')
      return sealer.open({ keyId, bytes: Buffer.from(bytes, 'base64url') }, place)
    },
  }
}

/**
 * The key of a write that carries `Idempotency-Key`, or null (contract/general.md §11).
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

/** SHA-256 of method, normalised path, sorted query and the body as canonical JSON. */
export function fingerprintOf(request: FastifyRequest, body: unknown): Buffer {
  const query = Object.entries(request.query as Record<string, unknown>).sort(byName)
  return createHash('sha256')
    .update(JSON.stringify([request.method, pathOf(request.url), query, canonical(body)]))
    .digest()
}

/**
 * Runs a write under its key inside the write's own transaction, so that effect and stored reply
 * commit together or not at all.
 *
 * @param work the effect; a refusal it throws is undone to the savepoint and stored on its own
 * @throws ApiError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function once(
  db: QueryExecutorProvider,
  id: IdempotencyKey,
  times: { now: Date; hours: number },
  work: () => Promise<Reply>,
  refuse: (error: ApiError) => Reply,
  keeping: Keeping,
): Promise<Kept> {
  const claimed = await claim(db, id, times)
  if (!claimed) return stored(db, id, keeping)
  await sql`savepoint effect`.execute(db)
  let reply: Reply
  try {
    reply = await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !isStored(error)) throw error
    await sql`rollback to savepoint effect`.execute(db)
    reply = refuse(error)
  }
  await keepReply(db, id, reply, { at: times.now, keeping })
  return { reply, replayed: false, extent: null }
}

/** Stores the reply of a write under its key, in place of one that is stored there. */
export async function keepReply(
  db: QueryExecutorProvider,
  id: IdempotencyKey,
  reply: Reply,
  { at, keeping }: { at: Date; keeping: Keeping },
): Promise<void> {
  const { status, body } = reply
  const kept = body === undefined ? null : keeping.keep(JSON.stringify(body))
  const extent = await keeping.extentOf(reply)
  await sql`
    update idempotency_keys set status = ${status}, body = ${kept}, extent = ${extent},
      completed_at = ${at}
    where agency_uid = ${id.tenantUid} and principal = ${id.principal} and key = ${id.key}
  `.execute(db)
}

/** Deletes the stored replies whose lifetime has ended, and says how many. */
export async function forgetKeys(
  db: QueryExecutorProvider,
  { now, hours }: { now: Date; hours: number },
): Promise<number> {
  const forgotten = new Date(now.getTime() - hours * 3_600_000)
  return changeReachable(
    db as never,
    of => sql`/* every tenant */
    delete from idempotency_keys where ${of('idempotency_keys')} and completed_at < ${forgotten}`,
  )
}

/** A first request that still runs holds the row; a wait for it ends with that for any lock. */
async function claim(
  db: QueryExecutorProvider,
  id: IdempotencyKey,
  { now, hours }: { now: Date; hours: number },
): Promise<boolean> {
  const forgotten = new Date(now.getTime() - hours * 3_600_000)
  try {
    const { rows } = await sql`
      insert into idempotency_keys as i (agency_uid, principal, key, fingerprint, created_at)
      values (${id.tenantUid}, ${id.principal}, ${id.key}, ${id.fingerprint}, ${now})
      on conflict (agency_uid, principal, key) do update set
        fingerprint = excluded.fingerprint, created_at = excluded.created_at,
        status = null, body = null, extent = null, completed_at = null
      where i.completed_at < ${forgotten}
      returning 1`.execute(db)
    return rows.length > 0
  } catch (error) {
    if (sqlState(error) !== '55P03') throw error
    throw fixedError('IDEMPOTENCY_IN_PROGRESS', {
      headers: { 'retry-after': '1' },
    })
  }
}

async function stored(
  db: QueryExecutorProvider,
  id: IdempotencyKey,
  { read }: Keeping,
): Promise<Kept> {
  const { rows } = await sql<StoredReply>`
    select fingerprint, status, body, extent from idempotency_keys
    where agency_uid = ${id.tenantUid} and principal = ${id.principal} and key = ${id.key}
  `.execute(db)
  const { fingerprint, status, body, extent } = rows[0]!
  if (!id.fingerprint.equals(fingerprint)) {
    throw fixedError('IDEMPOTENCY_KEY_REUSED')
  }
  const reply = new Reply(status, body === null ? undefined : JSON.parse(read(body)))
  return { reply, replayed: true, extent }
}

interface StoredReply {
  fingerprint: Uint8Array
  status: number
  body: string | null
  extent: string | null
}

function isStored(error: ApiError): boolean {
  return [400, 403, 404, 409, 410, 422].includes(error.status) && error.code !== 'MALFORMED_BODY'
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(byName)
  return entries.map(([key, inner]) => [key, canonical(inner)])
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0
}
