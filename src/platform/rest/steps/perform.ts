import { databaseTurn } from '../../db/database-turn.ts'
import { isDatabaseAway } from '../../db/transaction.ts'
import { type ApiError, errorBody } from '../../errors.ts'
import { type Warning, withWarnings } from '../answers/warnings.ts'
import { connectionOf } from '../connection.ts'
import {
  fingerprintOf,
  type IdempotencyKey,
  type Keeping,
  type Kept,
  keepReply,
  once,
  sealedReplies,
} from '../idempotency.ts'
import { writePlain } from '../json-text.ts'
import { writtenPath } from '../path.ts'
import { Reply } from '../route.ts'
import { commitsByItself } from './admit.ts'
import type { Call, ContextBase } from './call.ts'
import { requireUnchanged, stateOf, tagged } from './object-tag.ts'
import { readInput, type Sent } from './read-sent.ts'

/** What came of a call, and whether it was stored by an earlier one with the same key. */
export type Done = Kept

const fresh = (reply: Reply): Done => ({ reply, replayed: false, extent: null })

/** Does in a context what a call asks for. */
type Work<Context> = (context: Context) => Promise<Reply>

/** Performs the operation: a read as it is, a write in one transaction, and once for each key. */
export async function perform<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
): Promise<Done> {
  const { route } = call
  if (route.http.plain) call.reply.serializer(writePlain)
  const ahead = await doneAhead(call, sent)
  let done: Done | null = null
  let isUncertain = false
  try {
    done = await performAfter(call, sent, ahead)
    return done
  } catch (error) {
    // The commit may have got through. What then nothing belongs to is swept up later.
    isUncertain = isDatabaseAway(error)
    throw error
  } finally {
    if (!isUncertain) await takeBack(call, ahead, done)
  }
}

async function performAfter<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
  ahead: DoneAhead,
): Promise<Done> {
  const { route, scope, context, key } = call
  const work = workOf(call, sent, ahead)
  if (key !== null) return performOnce(call, key, sent, work)
  const reads = commitsByItself(route) || !call.writes
  if (reads) return fresh(await inTurn(call, () => work(context)))
  const reply = await inTurn(call, () => scope.inTransaction(context, work))
  return fresh(await finished(call, reply))
}

/** Waits for the turn of the tenant, unless the operation waits for others than the database. */
function inTurn<Context extends ContextBase, T>(
  { route, scope, request }: Call<Context>,
  work: () => Promise<T>,
): Promise<T> {
  const waits =
    route.access.isOpen || route.lifecycle.standalone || route.http.streams !== undefined
  return waits ? work() : databaseTurn(scope.turns, request.admission.tenantUid, work)
}

/** What came of what is done ahead of a transaction. */
type DoneAhead = { value: unknown } | { refusal: unknown }

async function doneAhead<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
): Promise<DoneAhead> {
  const { route, context } = call
  if (!route.lifecycle.ahead) return { value: undefined }
  try {
    return { value: await route.lifecycle.ahead(context, readInput(call, sent)) }
  } catch (refusal) {
    return { refusal }
  }
}

async function takeBack<Context extends ContextBase>(
  { route, context, request }: Call<Context>,
  ahead: DoneAhead,
  done: Done | null,
): Promise<void> {
  if (!route.lifecycle.takeBack || 'refusal' in ahead) return
  const reply = done && !done.replayed && done.reply.status < 400 ? done.reply : null
  await route.lifecycle.takeBack(context, ahead.value as never, reply).catch(error => {
    request.log.error(
      error,
      'Could not undo the preparation of a failed write. An unused file may remain',
    )
  })
}

/**
 * The work of a call. What was refused ahead is thrown by the work, so that it becomes the reply
 * that is stored under a key, after those that are stored already.
 */
function workOf<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
  ahead: DoneAhead,
): Work<Context> {
  const { route, scope, request, reply } = call
  return async unwarned => {
    const warnings: Warning[] = []
    const ctx = { ...unwarned, warnings }
    const input = readInput(call, sent)
    if ('refusal' in ahead) throw ahead.refusal
    const reached = await route.authorize?.(ctx, input)
    const isRead = route.method === 'GET'
    const isConditional = !isRead && (await requireUnchanged(call, ctx, input.params))
    // Before the answer is made: a tag must never be of a later state than what it comes with.
    const read = isRead ? await stateOf(call, ctx, input.params) : null
    const renew = () => scope.renew(call)
    const connection = connectionOf(request, reply, { stopping: scope.stopping, renew })
    const found = { ...input, reached: reached as never, ahead: ahead.value as never }
    const answer = await route.handler(ctx, found, connection)
    const plain = answer instanceof Reply ? answer : new Reply(route.http.status ?? 200, answer)
    const done = withWarnings(plain, warnings)
    return tagged(done, isConditional ? await stateOf(call, ctx, input.params) : read)
  }
}

/** Does a write under its key, or gives the reply that is stored for it. */
async function performOnce<Context extends ContextBase>(
  call: Call<Context>,
  key: string,
  sent: Sent,
  work: Work<Context>,
): Promise<Done> {
  const { scope, request, context } = call
  const { tenantUid, principal } = request.admission
  const id = { tenantUid, principal, key, fingerprint: fingerprintOf(request, sent.body) }
  const now = context.clock.now()
  const times = { now, hours: scope.idempotencyHours }
  const act = async (ctx: Context) => {
    const refuse = (error: ApiError) => {
      ctx.pending.clear()
      return new Reply(error.status, errorBody(error, writtenPath(request)))
    }
    return once(ctx.db, id, times, () => work(ctx), refuse, keepingOf(call, ctx, id, sent))
  }
  const first = await inTurn(call, () => scope.inTransaction(context, act))
  if (first.replayed || first.reply.status >= 400) return first
  const reply = await finished(call, first.reply)
  const keeping = keepingOf(call, context, id, sent)
  if (reply !== first.reply) await keepReply(context.db, id, reply, { at: now, keeping })
  return fresh(reply)
}

function keepingOf<Context extends ContextBase>(
  { scope: { extents }, request }: Call<Context>,
  context: Context,
  id: IdempotencyKey,
  { fields }: Sent,
): Keeping {
  return {
    ...sealedReplies(context.sealer, id),
    async extentOf(reply) {
      if (!extents || !showsSomething(reply)) return null
      return extents.extentOf(context, [request.url, fields, reply.body])
    },
  }
}

/**
 * Whether a reply shows what not everybody may see: a success with a body, or a 409, which may name
 * other leads' nights. A 204 shows nothing; other refusals only repeat what was sent.
 */
export function showsSomething({ status }: Reply): boolean {
  return (status < 300 && status !== 204) || status === 409
}

/** The reply of a write that has committed, once what follows the commit is done. */
async function finished<Context extends ContextBase>(
  { route, context, request }: Call<Context>,
  done: Reply,
): Promise<Reply> {
  if (!route.lifecycle.afterwards) return done
  return route.lifecycle.afterwards(context, done).catch(error => {
    request.log.error(error, 'A write committed, but its follow-up work failed. Check the error')
    return done
  })
}
