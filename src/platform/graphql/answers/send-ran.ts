import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Keeping, keepAndSend } from '../../answers/keeping.ts'
import type { KeptAnswers } from '../../answers/kept-answers.ts'
import { answerOf, sendSpooled } from '../../answers/send-kept.ts'
import type { Database } from '../../db/database.ts'
import { databaseTurn } from '../../db/database-turn.ts'
import type { FairTurns } from '../../limits/fair-turns.ts'
import { joined } from '../../responses/pieces.ts'
import { ClientGone, ResponseSpool } from '../../responses/response-spool.ts'
import type { UnsentBytes } from '../../responses/unsent-bytes.ts'
import type { Call } from '../call.ts'
import { type Executor, isPaged } from '../execute.ts'
import type { Schema } from '../schema.ts'
import { type EnvelopeStyle, extensionsText, type RootResult } from './answer.ts'
import { bodyOf } from './answer-body.ts'
import { type PagedCall, putPaged, untilOf } from './paged-answer.ts'

export interface SendOptions<Caller> {
  schema: Schema<Caller>
  database: Database<never>
  style: EnvelopeStyle
  /** Tenants read in turn, so that none has all connections. */
  turns: FairTurns
  answers: KeptAnswers
  unsent: UnsentBytes
}

/** What an answer is sent by. */
export interface Sending<Caller> {
  options: SendOptions<Caller>
  executor: Executor<Caller>
  now: Date
  saysCost: boolean
}

/** A call that was run. */
export interface Ran<Caller> {
  call: Call<Caller>
  results: RootResult<Caller>[]
}

/** Sends what a call has found, after reading the rest of it, and caches it if it may be. */
export async function sendRan<Caller>(
  sending: Sending<Caller>,
  ran: Ran<Caller>,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { options, executor, now } = sending
  const { call, results } = ran
  const paged = { executor, call, now, closing: closingOf(sending, call) }
  if (results.some(isPaged)) await sendPaged(options, paged, keeping, request, reply)
  else await sendWhole(sending, ran, keeping, request, reply)
}

/** What stands behind the data. */
function closingOf<Caller>({ options, saysCost }: Sending<Caller>, call: Call<Caller>) {
  return (all: RootResult<Caller>[]) => `${extensionsText(call, all, options.style, saysCost)}}`
}

async function sendWhole<Caller>(
  sending: Sending<Caller>,
  { call, results }: Ran<Caller>,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { options } = sending
  const pieces = [...bodyOf(call, results, options.schema), closingOf(sending, call)(results)]
  await sendBody(options, joined(pieces), untilOf(results), keeping, request, reply)
}

/**
 * Reads all pages of an answer and then sends it, so that a client that reads slowly holds nothing
 * of the database. A short one is cached.
 *
 * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when too much waits for clients already
 */
async function sendPaged<Caller>(
  options: SendOptions<Caller>,
  paged: PagedCall<Caller>,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { database, turns, unsent } = options
  const { tenantUid, credential } = request.admission
  const spool = new ResponseSpool(unsent, credential, { isGone: () => reply.raw.destroyed })
  try {
    const untilMs = await databaseTurn(turns, tenantUid, () =>
      database.snapshot(run => putPaged(paged, run, piece => spool.write(piece))),
    )
    const body = await spool.finish()
    if (Buffer.isBuffer(body)) await sendBody(options, body, untilMs, keeping, request, reply)
    else sendSpooled(request, reply, body)
  } catch (error) {
    await spool.discard()
    if (error instanceof ClientGone) reply.hijack()
    else throw error
  }
}

async function sendBody<Caller>(
  { answers }: SendOptions<Caller>,
  body: Buffer,
  untilMs: number,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!keeping) return void reply.send(body)
  await keepAndSend(answers, keeping, { answer: answerOf(body), untilMs }, request, reply)
}
