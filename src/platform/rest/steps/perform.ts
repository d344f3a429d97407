import { type ApiError, errorBody } from '../../errors.ts'
import { connectionOf } from '../connection.ts'
import { fingerprintOf, keepReply, once, sealedReplies } from '../idempotency.ts'
import { writtenPath } from '../path.ts'
import { Reply } from '../route.ts'
import { commitsByItself, stores } from './admit.ts'
import type { Call, ContextBase } from './call.ts'
import { readInput, type Sent } from './read-sent.ts'

/** What came of a call, and whether it was stored by an earlier one with the same key. */
export interface Done {
  reply: Reply
  replayed: boolean
}

/** Does in a context what a call asks for. */
type Work<Context> = (context: Context) => Promise<Reply>

/** Performs the operation: a read as it is, a write in one transaction, and once for each key. */
export async function perform<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
): Promise<Done> {
  const { route, scope, context, key } = call
  const work = await workOf(call, sent)
  if (route.plain) call.reply.serializer(JSON.stringify)
  if (key !== null) return performOnce(call, key, sent, work)
  const reads = commitsByItself(route) || !stores(call, sent)
  if (reads) return { reply: await work(context), replayed: false }
  const reply = await scope.inTransaction(context, work)
  return { reply: await finished(call, reply), replayed: false }
}

/**
 * The work of a call. What its check ahead refuses is thrown by the work, so that it becomes the
 * reply that is stored under a key, after those that are stored already.
 */
async function workOf<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
): Promise<Work<Context>> {
  const { route, scope, request, reply, context } = call
  const read = () => readInput(call, sent)
  const refusal = route.ahead ? await refusalOf(() => route.ahead!(context, read())) : null
  return async ctx => {
    const input = read()
    if (refusal !== null) throw refusal
    const reached = await route.authorize?.(ctx, input)
    const connection = connectionOf(request, reply, scope)
    const answer = await route.handler(ctx, { ...input, reached: reached as never }, connection)
    return answer instanceof Reply ? answer : new Reply(route.status ?? 200, answer)
  }
}

async function refusalOf(check: () => Promise<void>): Promise<unknown> {
  try {
    await check()
    return null
  } catch (error) {
    return error
  }
}

/** Does a write under its key, or gives the reply that is stored for it. */
async function performOnce<Context extends ContextBase>(
  call: Call<Context>,
  key: string,
  sent: Sent,
  work: Work<Context>,
): Promise<Done> {
  const { route, scope, request, context } = call
  const { tenantUid, principal } = request.admission
  const id = { tenantUid, principal, key, fingerprint: fingerprintOf(request, sent.body) }
  const now = context.clock.now()
  const keeping = route.showsSecret ? sealedReplies(context.sealer, id) : undefined
  const first = await scope.inTransaction(context, async ctx => {
    const refuse = (error: ApiError) => {
      ctx.pending.clear()
      return new Reply(error.status, errorBody(error, writtenPath(request)))
    }
    const times = { now, hours: scope.idempotencyHours }
    return once(ctx.db, id, times, () => work(ctx), refuse, keeping)
  })
  if (first.replayed || first.reply.status >= 400) return first
  const reply = await finished(call, first.reply)
  if (reply !== first.reply) await keepReply(context.db, id, reply, { at: now, keeping })
  return { reply, replayed: false }
}

/** The reply of a write that has committed, once what follows the commit is done. */
async function finished<Context extends ContextBase>(
  { route, context, request }: Call<Context>,
  done: Reply,
): Promise<Reply> {
  if (!route.afterwards) return done
  return route.afterwards(context, done).catch(error => {
    request.log.error(error, 'a write has committed, but what follows it failed')
    return done
  })
}
