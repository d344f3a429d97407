import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, KeptAnswers } from './kept-answers.ts'
import { sendKept } from './send-kept.ts'

/** What of a request is kept longer than that only as a digest. */
const textMax = 16_384

/** The place of an answer among those that are kept, and when it would be true. */
export interface Keeping {
  key: string
  credential: string
  marks: string
  nowMs: number
  /** Whether answers have tags though nobody sent one. */
  isTagged: boolean
}

/**
 * Where the answer to a request is kept: its place is made of the address, the body, and all that
 * the caller reaches. Null where nothing can be kept: it is not known what the caller's agencies
 * have changed, as when a mark is missing.
 *
 * @param further what else of the request makes another answer
 */
export function keepingOf(
  answers: KeptAnswers,
  request: FastifyRequest,
  now: Date,
  { further = '', isTagged }: { further?: string; isTagged: boolean },
): Keeping | null {
  const { marks, reach, credential } = request.admission
  if (!answers.isOn || marks === null || reach === null) return null
  const body = request.body instanceof Buffer ? request.body.toString('latin1') : ''
  const text = `${reach}\n${further}\n${request.method} ${request.url}\n${body}`
  const key = text.length > textMax ? createHash('sha256').update(text).digest('base64url') : text
  return { key, credential, marks, nowMs: now.getTime(), isTagged }
}

/**
 * Sends the answer that is kept, if it is still true, or that somebody is making just now; else
 * has it made.
 */
export async function sendKeptOr(
  answers: KeptAnswers,
  keeping: Keeping,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { key, marks } = keeping
  const known = sendIfKept(answers, keeping, request, reply)
  if (known) return known
  const making = answers.making(key, marks)
  if (!making) return answers.whileMaking(key, marks, () => made(answers, make))
  await making
  return sendIfKept(answers, keeping, request, reply) ?? made(answers, make)
}

function made<T>(answers: KeptAnswers, make: () => Promise<T>): Promise<T> {
  answers.given.made++
  return make()
}

function sendIfKept(
  answers: KeptAnswers,
  keeping: Keeping,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  const answer = answers.find(keeping.key, keeping.marks, keeping.nowMs)
  if (answer) answers.given.kept++
  return answer && sendFor(answers, keeping, answer, request, reply)
}

/**
 * Keeps an answer and sends it.
 *
 * @param untilMs when time alone changes it; 0: it is of this moment, and not kept
 */
export function keepAndSend(
  answers: KeptAnswers,
  keeping: Keeping,
  { answer, untilMs }: { answer: Answer; untilMs: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { key, credential, marks, nowMs } = keeping
  if (untilMs > nowMs) answers.keep(credential, key, answer, { marks, fromMs: nowMs, untilMs })
  return sendFor(answers, keeping, answer, request, reply)
}

function sendFor(
  answers: KeptAnswers,
  { key, isTagged }: Keeping,
  answer: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendKept(request, reply, answer, { isTagged, onGrown: () => answers.recount(key) })
}
