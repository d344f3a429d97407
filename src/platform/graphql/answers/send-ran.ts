import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Keeping, keep, keepAndSend } from '../../answers/keeping.ts'
import type { KeptAnswers } from '../../answers/kept-answers.ts'
import { answerOf } from '../../answers/send-kept.ts'
import type { Database } from '../../db/database.ts'
import { databaseTurn } from '../../db/database-turn.ts'
import type { FairTurns } from '../../limits/fair-turns.ts'
import type { Call } from '../call.ts'
import { type Executor, isLong, isPaged } from '../execute.ts'
import type { Schema } from '../schema.ts'
import { type EnvelopeStyle, extensionsText, type RootResult } from './answer.ts'
import { bodyOf, joined } from './answer-body.ts'
import { longAnswer } from './long-answer.ts'
import type { LongAnswers } from './long-answers.ts'
import { type PagedCall, untilOf } from './paged-answer.ts'
import { streamedAnswer } from './streamed-answer.ts'

export interface SendOptions<Caller> {
  schema: Schema<Caller>
  database: Database<never>
  style: EnvelopeStyle
  /** Tenants read in turn, so that none has all connections. */
  turns: FairTurns
  answers: KeptAnswers
  longAnswers: LongAnswers
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

/** Sends what a call has found, whole or while the rest is read, and keeps it if it may be. */
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
  if (results.some(isLong)) {
    reply.send(await longAnswer(options, request.admission.credential, paged))
  } else if (results.some(isPaged)) {
    await sendPaged(options, paged, keeping, request, reply)
  } else await sendWhole(sending, ran, keeping, request, reply)
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
  const { schema, answers } = sending.options
  const body = joined([...bodyOf(call, results, schema), closingOf(sending, call)(results)])
  if (!keeping) return void reply.send(body)
  const made = { answer: answerOf(body), untilMs: untilOf(results) }
  await keepAndSend(answers, keeping, made, request, reply)
}

/**
 * Sends an answer while its pages are read, and keeps it when it was read to its end. Who sends a
 * tag is told whether that is still true, which is known when all is read.
 */
async function sendPaged<Caller>(
  { database, turns, answers }: SendOptions<Caller>,
  paged: PagedCall<Caller>,
  keeping: Keeping | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const isTagged = keeping !== null && request.headers['if-none-match'] !== undefined
  const most = isTagged ? Infinity : keeping ? answers.bytesEachMax : 0
  const { tenantUid } = request.admission
  try {
    const { body, untilMs } = await databaseTurn(turns, tenantUid, () =>
      streamedAnswer(database, paged, most, stream => {
        if (!isTagged) reply.send(stream)
      }),
    )
    if (!keeping || !body) return
    const made = { answer: answerOf(body), untilMs }
    if (isTagged) await keepAndSend(answers, keeping, made, request, reply)
    else await keep(answers, keeping, made, request)
  } catch (error) {
    // What has begun is broken off, which its stream tells.
    if (!reply.sent) throw error
  }
}
