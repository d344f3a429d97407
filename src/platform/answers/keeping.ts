import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SeenScopes, scopesText, wholeText } from '../db/marks/scope-marks.ts'
import type { Admission } from '../rest/limits/admission.ts'
import type { Answer, KeptAnswers } from './kept-answers.ts'
import { sendKept } from './send-kept.ts'

/** What of a request is kept longer than that only as a digest. */
const textMax = 16_384

/** The place of an answer among those that are kept, and when it would be true. */
export interface Keeping {
  key: string
  credential: string
  /** Of all that it depends on. */
  marks: string
  /** Uids of all that it shows anything of; null: of the whole agency. */
  scopes: readonly string[] | null
  /** The marks of those scopes are among these; null: they are not known. */
  seen: SeenScopes | null
  /** Tells callers who are shown different things. */
  reach: string
  /** Whether callers share it who are shown the same. */
  isShared: boolean
  nowMs: number
  /** Whether answers have tags though nobody sent one. */
  isTagged: boolean
}

/** What of a request besides address, body and caller tells of an answer. */
interface Kind {
  /** What else of the request makes another answer. */
  further?: string
  isTagged: boolean
  /** Left out: as when it was made before. */
  scopes?: readonly string[] | null
  /** Its answer has been read, by the statement that read the marks. */
  isRead?: boolean
}

/**
 * Where the answer to a request is kept: its place is made of the address, the body, and all that
 * the caller reaches. Null where nothing can be kept: it is not known what the caller's agencies
 * have changed, as when a mark is missing.
 */
export async function keepingOf(
  answers: KeptAnswers,
  request: FastifyRequest,
  now: Date,
  { further = '', isTagged, scopes, isRead = false }: Kind,
): Promise<Keeping | null> {
  const { admission } = request
  const { marks, credential, place } = admission
  if (!answers.isOn || marks === null || admission.reach === null) return null
  const shared = (await place?.sharedReach()) ?? null
  const reach = shared ?? admission.reach
  const key = keyOf(request, reach, further)
  const own = { key, credential, nowMs: now.getTime(), isTagged, isShared: shared !== null, reach }
  const keeping: Keeping = { ...own, marks: '', scopes: null, seen: null }
  const shown = scopes === undefined ? scopesOf(answers, key) : scopes
  await narrow(keeping, admission, shown, isRead)
  return keeping
}

function keyOf({ method, url, body }: FastifyRequest, reach: string, further: string): string {
  const sent = body instanceof Buffer ? body.toString('latin1') : ''
  const text = `${reach}\n${further}\n${method} ${url}\n${sent}`
  return text.length > textMax ? createHash('sha256').update(text).digest('base64url') : text
}

/**
 * Whether an answer is kept for a request that is not let in yet, as far as can be told before its
 * marks are read: then it is not worth reading anything else.
 */
export function isLikelyKept(
  answers: KeptAnswers,
  request: FastifyRequest,
  { further = '' }: Pick<Kind, 'further'>,
): boolean {
  const { admission, expected } = request
  if (!answers.isOn || admission.reach === null) return false
  const validity = answers.validityOf(keyOf(request, admission.reach, further))
  const marks = expected?.marksBefore ?? null
  if (validity === null) return false
  return validity.scopes !== null || marks === null || validity.marks === wholeText(marks)
}

/** Of what the answer showed something that was kept in a place; null: of the whole agency. */
function scopesOf(answers: KeptAnswers, key: string): readonly string[] | null {
  return answers.validityOf(key)?.scopes ?? null
}

/**
 * Says of what an answer shows something, before anything of it is read, or afterwards: then the
 * marks of scopes have to be of the same instant as those that were read with it.
 *
 * @param scopes null: of the whole agency
 */
export async function narrow(
  keeping: Keeping,
  { marks, place }: Admission,
  scopes: readonly string[] | null,
  isRead = false,
): Promise<void> {
  const now = scopes === null ? null : ((await place?.scopes()) ?? null)
  const seen = isRead && now?.some !== marks?.some ? null : now
  const text = scopes === null ? null : scopesText(marks!, seen, scopes)
  keeping.scopes = text === null ? null : scopes
  keeping.seen = text === null ? null : seen
  keeping.marks = text ?? wholeText(marks!)
}

/**
 * Sends the answer that is kept, if it is still true, or that somebody is making just now; else
 * has it made. Nothing here gives the reply back: to wait for one is to wait for its client.
 */
export async function sendKeptOr(
  answers: KeptAnswers,
  keeping: Keeping,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<void>,
): Promise<void> {
  if (sendIfKept(answers, keeping, request, reply)) return
  const making = answers.making(keeping)
  if (!making) return answers.whileMaking(keeping, () => made(answers, make))
  await making
  await narrow(keeping, request.admission, scopesOf(answers, keeping.key))
  if (!sendIfKept(answers, keeping, request, reply)) await made(answers, make)
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
): boolean {
  const answer = answers.find(keeping.key, keeping.marks, keeping.nowMs)
  if (!answer) return false
  answers.given.kept++
  sendFor(answers, keeping, answer, request, reply)
  return true
}

/** An answer that was made, and when time alone changes it; 0: it is of this moment. */
interface Made {
  answer: Answer
  untilMs: number
}

/** Keeps an answer and sends it. */
export async function keepAndSend(
  answers: KeptAnswers,
  keeping: Keeping,
  made: Made,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await keep(answers, keeping, made, request)
  sendFor(answers, keeping, made.answer, request, reply)
}

/** Keeps an answer, if it is not of the moment. */
export async function keep(
  answers: KeptAnswers,
  { key, credential, marks, scopes, nowMs, isShared }: Keeping,
  { answer, untilMs }: Made,
  { admission }: FastifyRequest,
): Promise<void> {
  // What the caller is shown may have become more while it was made, and is not for the others.
  const isKept = untilMs > nowMs && (!isShared || (await admission.place!.isUnchanged()))
  if (isKept) answers.keep(credential, key, answer, { marks, scopes, fromMs: nowMs, untilMs })
}

function sendFor(
  answers: KeptAnswers,
  { key, isTagged }: Keeping,
  answer: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendKept(request, reply, answer, { isTagged, onGrown: () => answers.recount(key) })
}
