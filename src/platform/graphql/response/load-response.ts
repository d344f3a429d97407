import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Loaded, ResponseCache } from '../../cache/response-cache.ts'
import { cachedResponse, sendSpooled } from '../../cache/send-cached.ts'
import type { Database } from '../../db/database.ts'
import { withDatabaseSlot } from '../../db/limit-queries.ts'
import type { FairSemaphore } from '../../limits/fair-semaphore.ts'
import { joinPieces } from '../../responses/pieces.ts'
import { ClientDisconnected, ResponseSpool } from '../../responses/response-spool.ts'
import type { UnsentBytes } from '../../responses/unsent-bytes.ts'
import type { Executor } from '../execute.ts'
import type { Call } from '../operation.ts'
import type { Schema } from '../schema.ts'
import { type EnvelopeStyle, extensionsText, type RootResult } from './envelope.ts'
import { findExpiryMs, writePaged } from './paged-response.ts'
import { buildBody } from './response-body.ts'

export interface LoadOptions<Caller> {
  schema: Schema<Caller>
  database: Database<never>
  style: EnvelopeStyle
  /** Queue by tenant, so one tenant cannot use all connections. */
  queue: FairSemaphore
  cache: ResponseCache
  unsent: UnsentBytes
}

/** Executed call; long lists have only their row counts. */
export interface Executed<Caller> {
  executor: Executor<Caller>
  call: Call<Caller>
  results: RootResult<Caller>[]
  now: Date
  hasCost: boolean
}

/** Builds the response of a call with complete lists. */
export function loadBody<Caller>(
  { schema, style }: LoadOptions<Caller>,
  { call, results, hasCost }: Executed<Caller>,
): Loaded {
  const pieces = [...buildBody(call, results, schema), closingText(call, results, style, hasCost)]
  return { response: cachedResponse(joinPieces(pieces)), expiresAtMs: findExpiryMs(results) }
}

/**
 * Reads the lists of a call page by page from one snapshot, before anything is sent, so a slow
 * client does not occupy a database connection.
 *
 * @returns null for a long response, which was sent from a file
 * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE if too many bytes wait for clients already
 */
export async function loadPages<Caller>(
  { database, queue, unsent, style }: LoadOptions<Caller>,
  { executor, call, now, hasCost }: Executed<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Loaded | null> {
  const { tenantUid, credential } = request.authentication
  const spool = new ResponseSpool(unsent, credential, { isDisconnected: () => reply.raw.destroyed })
  const closing = (results: RootResult<Caller>[]) => closingText(call, results, style, hasCost)
  const paged = { executor, call, now, closing }
  try {
    const expiresAtMs = await withDatabaseSlot(queue, tenantUid, () =>
      database.snapshot(run => writePaged(paged, run, piece => spool.write(piece))),
    )
    const body = await spool.finish()
    if (Buffer.isBuffer(body)) return { response: cachedResponse(body), expiresAtMs }
    sendSpooled(request, reply, body)
  } catch (error) {
    await spool.discard()
    if (!(error instanceof ClientDisconnected)) throw error
    // Fastify must not send a response to a closed connection.
    reply.hijack()
  }
  return null
}

/** Returns the end of a response: `extensions` and the closing brace. */
function closingText<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  style: EnvelopeStyle,
  hasCost: boolean,
): string {
  return `${extensionsText(call, results, style, hasCost)}}`
}
