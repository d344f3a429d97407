import { type Keeping, keepAndSend, keepingOf } from '../../answers/keeping.ts'
import { KeptParts } from '../../answers/kept-parts.ts'
import { answerOf } from '../../answers/send-kept.ts'
import type { Clock } from '../../clock.ts'
import { JsonText } from '../json-text.ts'
import { Reply } from '../route.ts'
import type { Call, ContextBase } from './call.ts'

/** A read whose answer may be kept. */
export interface KeptRead<Context extends ContextBase> {
  keeping: Keeping
  /** The call for its handler: it is seen whether that looks at the clock. */
  call: Call<Context>
  looksAtClock(): boolean
}

/** What is kept of a call, if anything: see `keeps` of a route. */
export async function keptRead<Context extends ContextBase>(
  call: Call<Context>,
): Promise<KeptRead<Context> | null> {
  const { route, scope, request, context } = call
  if (!route.keeps) return null
  const now = context.clock.now()
  const scopes = route.keeps.scopesOf?.(request as never) ?? null
  const keeping = await keepingOf(scope.answers, request, now, { isTagged: true, scopes })
  if (!keeping) return null
  const parts = new KeptParts(scope.answers, keeping, request.admission)
  const timed = timedCall(call, now)
  const seen = { ...timed.call, context: { ...timed.call.context, parts } }
  return { ...timed, keeping, call: seen }
}

/** A call at an instant, of which it is seen whether its handler asks for that. */
function timedCall<Context extends ContextBase>(call: Call<Context>, now: Date) {
  let isAsked = false
  const clock: Clock = {
    now() {
      isAsked = true
      return now
    },
  }
  const timed = { ...call, context: { ...call.context, clock } }
  return { call: timed, looksAtClock: () => isAsked }
}

/** Keeps and sends what a handler has answered; false: that is no answer to be kept. */
export async function keepRead<Context extends ContextBase>(
  { keeping, call, looksAtClock }: KeptRead<Context>,
  made: Reply,
): Promise<boolean> {
  const { status, body, headers } = made
  if (status !== 200 || body === undefined || made.constructor !== Reply) return false
  const { etag, ...others } = headers
  if (Object.keys(others).length > 0) return false
  const { route, scope, request, reply, context } = call
  const saidMs = body instanceof JsonText ? body.changesMs : null
  const ofClock = async () => (await route.keeps?.until?.(context)) ?? 0
  const told = saidMs ?? (looksAtClock() ? await ofClock() : Infinity)
  const text = reply.code(status).serialize(body) as string | Buffer
  const answer = answerOf(text, String(etag ?? '').replaceAll('"', ''))
  await keepAndSend(scope.answers, keeping, { answer, untilMs: told }, request, reply)
  return true
}
