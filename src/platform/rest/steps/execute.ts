import { withDatabaseSlot } from '../../db/limit-queries.ts'
import { isDatabaseUnavailable } from '../../db/transaction.ts'
import { type ApiError, errorBody } from '../../errors.ts'
import {
  computeFingerprint,
  type IdempotencyKey,
  type IdempotentReply,
  type ReplyStorage,
  replyEncryption,
  runOnce,
  storeReply,
} from '../idempotency.ts'
import { writePlain } from '../json-text.ts'
import { openConnection } from '../request-connection.ts'
import { type Warning, withWarnings } from '../response/warnings.ts'
import { Reply } from '../route.ts'
import { originalPath } from '../url-path.ts'
import { runsOutsideTransaction } from './authorize.ts'
import { checkPrecondition, findObjectState, withETag } from './conditional-request.ts'
import { type ParsedBody, validateInput } from './parse-request.ts'
import type { Call, ContextBase } from './request-context.ts'

/** Result of a call, either fresh or replayed. */
export type ExecutionResult = IdempotentReply

const freshResult = (reply: Reply): ExecutionResult => ({
  reply,
  replayed: false,
  accessSnapshot: null,
})

type Work<Context> = (context: Context) => Promise<Reply>

/** Executes an operation: reads directly, writes in a transaction, and once per idempotency key. */
export async function executeCall<Context extends ContextBase>(
  call: Call<Context>,
  sent: ParsedBody,
): Promise<ExecutionResult> {
  const { route } = call
  if (route.http.plain) call.reply.serializer(writePlain)
  const prepared = await prepare(call, sent)
  let result: ExecutionResult | null = null
  let isUncertain = false
  try {
    result = await executePrepared(call, sent, prepared)
    return result
  } catch (error) {
    // The commit may have succeeded, so its files are kept. A sweep deletes unused files later.
    isUncertain = isDatabaseUnavailable(error)
    throw error
  } finally {
    if (!isUncertain) await undoPreparation(call, prepared, result)
  }
}

async function executePrepared<Context extends ContextBase>(
  call: Call<Context>,
  sent: ParsedBody,
  prepared: PreparationResult,
): Promise<ExecutionResult> {
  const { route, scope, context, key } = call
  const work = createWork(call, sent, prepared)
  if (key !== null) return executeUnderKey(call, key, sent, work)
  const isOutsideTransaction = runsOutsideTransaction(route) || !call.writes
  if (isOutsideTransaction) return freshResult(await runQueued(call, () => work(context)))
  const reply = await runQueued(call, () => scope.inTransaction(context, work))
  return freshResult(await runAfterCommit(call, reply))
}

/** Queues work by tenant, unless it has no tenant or may wait for anything but the database. */
function runQueued<Context extends ContextBase, T>(
  { route, scope, request }: Call<Context>,
  work: () => Promise<T>,
): Promise<T> {
  const isUnqueued =
    route.access.isOpen || route.lifecycle.standalone || route.http.streams !== undefined
  return isUnqueued ? work() : withDatabaseSlot(scope.queue, request.authentication.tenantUid, work)
}

/** Result or error of the preparation. */
type PreparationResult = { value: unknown } | { refusal: unknown }

async function prepare<Context extends ContextBase>(
  call: Call<Context>,
  sent: ParsedBody,
): Promise<PreparationResult> {
  const { route, context } = call
  if (!route.lifecycle.prepare) return { value: undefined }
  try {
    return { value: await route.lifecycle.prepare(context, validateInput(call, sent)) }
  } catch (refusal) {
    return { refusal }
  }
}

async function undoPreparation<Context extends ContextBase>(
  { route, context, request }: Call<Context>,
  prepared: PreparationResult,
  result: ExecutionResult | null,
): Promise<void> {
  if (!route.lifecycle.undo || 'refusal' in prepared) return
  const isFreshSuccess = result && !result.replayed && result.reply.status < 400
  const reply = isFreshSuccess ? result.reply : null
  await route.lifecycle.undo(context, prepared.value as never, reply).catch(error => {
    request.log.error(
      error,
      'Could not undo the preparation of a failed write. An unused file may remain',
    )
  })
}

/**
 * Returns the work of a call. The work rethrows an error of the preparation, which is then stored
 * under the idempotency key unless a reply is already stored there.
 */
function createWork<Context extends ContextBase>(
  call: Call<Context>,
  sent: ParsedBody,
  prepared: PreparationResult,
): Work<Context> {
  const { route, scope, request, reply } = call
  return async transactionContext => {
    const warnings: Warning[] = []
    const ctx = { ...transactionContext, warnings }
    const input = validateInput(call, sent)
    if ('refusal' in prepared) throw prepared.refusal
    const authorized = await route.authorize?.(ctx, input)
    const isRead = route.method === 'GET'
    const isConditional = !isRead && (await checkPrecondition(call, ctx, input))
    // The ETag is read before the body: it must never be newer than the body.
    const readState = isRead ? await findObjectState(call, ctx, input) : null
    const reauthenticate = () => scope.reauthenticate(call)
    const stopping = scope.shutdown
    const connection = openConnection(request, reply, { stopping, reauthenticate })
    const handlerInput = {
      ...input,
      authorized: authorized as never,
      prepared: prepared.value as never,
    }
    const result = await route.handler(ctx, handlerInput, connection)
    const handlerReply =
      result instanceof Reply ? result : new Reply(route.http.status ?? 200, result)
    const warnedReply = withWarnings(handlerReply, warnings)
    return withETag(
      warnedReply,
      isConditional ? await findObjectState(call, ctx, input) : readState,
    )
  }
}

/** Executes a write under its idempotency key, or replays its stored reply. */
async function executeUnderKey<Context extends ContextBase>(
  call: Call<Context>,
  key: string,
  sent: ParsedBody,
  work: Work<Context>,
): Promise<ExecutionResult> {
  const { scope, request, context } = call
  const { tenantUid, principal } = request.authentication
  const id = { tenantUid, principal, key, fingerprint: computeFingerprint(request, sent.body) }
  const now = context.clock.now()
  const times = { now, hours: scope.idempotencyHours }
  const write = async (ctx: Context) => {
    const refuse = (error: ApiError) => {
      // The changes are rolled back, so their events must not be emitted.
      ctx.pending.clear()
      return new Reply(error.status, errorBody(error, originalPath(request)))
    }
    return runOnce(ctx.db, id, () => work(ctx), {
      ...times,
      refuse,
      storage: replyStorage(call, ctx, id, sent),
    })
  }
  const written = await runQueued(call, () => scope.inTransaction(context, write))
  if (written.replayed || written.reply.status >= 400) return written
  const reply = await runAfterCommit(call, written.reply)
  const storage = replyStorage(call, context, id, sent)
  if (reply !== written.reply)
    await storeReply(context.db, id, reply, { completedAt: now, storage })
  return freshResult(reply)
}

function replyStorage<Context extends ContextBase>(
  { scope: { accessSnapshots }, request }: Call<Context>,
  context: Context,
  id: IdempotencyKey,
  { fields }: ParsedBody,
): ReplyStorage {
  return {
    ...replyEncryption(context.cipher, id),
    async takeAccessSnapshot(reply) {
      if (!accessSnapshots || !hasRestrictedData(reply)) return null
      return accessSnapshots.takeSnapshot(context, [request.url, fields, reply.body])
    },
  }
}

/**
 * Returns whether a reply contains data that access may restrict: a success with a body, or a 409,
 * which may name nights of other leads. Other errors only repeat the request.
 */
export function hasRestrictedData({ status }: Reply): boolean {
  return (status < 300 && status !== 204) || status === 409
}

/** Runs the follow-up work of a committed write and returns its final reply. */
async function runAfterCommit<Context extends ContextBase>(
  { route, context, request }: Call<Context>,
  reply: Reply,
): Promise<Reply> {
  if (!route.lifecycle.afterCommit) return reply
  return route.lifecycle.afterCommit(context, reply).catch(error => {
    request.log.error(error, 'A write committed, but its follow-up work failed. Check the error')
    return reply
  })
}
