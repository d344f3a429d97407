import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Loaded, ResponseCache } from '../../cache/response-cache.ts'
import { cachedResponse, sendSpooled } from '../../cache/send-cached.ts'
import type { Database } from '../../db/database.ts'
import { databaseTurn } from '../../db/database-turn.ts'
import type { FairTurns } from '../../limits/fair-turns.ts'
import { joined } from '../../responses/pieces.ts'
import { ClientGone, ResponseSpool } from '../../responses/response-spool.ts'
import type { UnsentBytes } from '../../responses/unsent-bytes.ts'
import type { Call } from '../call.ts'
import type { Executor } from '../execute.ts'
import type { Schema } from '../schema.ts'
import { type EnvelopeStyle, extensionsText, type RootResult } from './answer.ts'
import { bodyOf } from './answer-body.ts'
import { putPaged, untilOf } from './paged-answer.ts'

export interface LoadOptions<Caller> {
  schema: Schema<Caller>
  database: Database<never>
  style: EnvelopeStyle
  /** Queue that is fair by tenant, so that none takes all connections. */
  turns: FairTurns
  cache: ResponseCache
  unsent: UnsentBytes
}

/** An executed call: its results, or of long lists their row counts alone. */
export interface Executed<Caller> {
  executor: Executor<Caller>
  call: Call<Caller>
  results: RootResult<Caller>[]
  now: Date
  /** True if the client asked for the cost of the query. */
  hasCost: boolean
}

/** Returns the response of a call whose lists were read whole. */
export function loadedBody<Caller>(
  { schema, style }: LoadOptions<Caller>,
  { call, results, hasCost }: Executed<Caller>,
): Loaded {
  const pieces = [...bodyOf(call, results, schema), closing(call, results, style, hasCost)]
  return { response: cachedResponse(joined(pieces)), untilMs: untilOf(results) }
}

/**
 * Reads the lists of a call page by page from one snapshot, before anything is sent, so that a
 * client that reads slowly holds no connection of the database.
 *
 * @returns null for a long response, which was sent from a file
 * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when too many bytes wait for clients already
 */
export async function loadPages<Caller>(
  { database, turns, unsent, style }: LoadOptions<Caller>,
  { executor, call, now, hasCost }: Executed<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Loaded | null> {
  const { tenantUid, credential } = request.admission
  const spool = new ResponseSpool(unsent, credential, { isGone: () => reply.raw.destroyed })
  const end = (results: RootResult<Caller>[]) => closing(call, results, style, hasCost)
  const paged = { executor, call, now, closing: end }
  try {
    const untilMs = await databaseTurn(turns, tenantUid, () =>
      database.snapshot(run => putPaged(paged, run, piece => spool.write(piece))),
    )
    const body = await spool.finish()
    if (Buffer.isBuffer(body)) return { response: cachedResponse(body), untilMs }
    sendSpooled(request, reply, body)
  } catch (error) {
    await spool.discard()
    if (!(error instanceof ClientGone)) throw error
    reply.hijack()
  }
  return null
}

/** Returns what follows the data of a response. */
function closing<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  style: EnvelopeStyle,
  hasCost: boolean,
): string {
  return `${extensionsText(call, results, style, hasCost)}}`
}
