import type { WorkContext } from '../../../context.ts'
import { evenIfAway } from '../../../platform/db/citus/even-if-away.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { endNotices, raiseNotice } from '../../events/notices/notices.ts'
import { finishMessage, type Outcome } from '../messages/finish-message.ts'
import type { SendResult } from '../transports/transport.ts'
import { transportFor } from '../transports/transport-choice.ts'
import { type ClaimedSending, releaseDelivery } from './message-deliveries.ts'
import { findOutgoing, type Outgoing } from './outgoing.sql.ts'
import { attemptsMax, nextAttempt, withoutAddresses } from './retry-schedule.ts'

interface Options {
  /** Uid of the process that has claimed the delivery. */
  worker: string
  /** Timeout of the transport. */
  sendMs: number
  /** Aborts when the process stops waiting for transports. */
  signal: AbortSignal
}

/**
 * Sends a claimed message and records the result in a transaction of its own: if the process ends
 * in between, the message is sent again (contract/messaging.md §12). Never rejects: a delivery that
 * fails otherwise is due again when its lease has ended.
 */
export async function deliverMessage(
  ctx: WorkContext,
  delivery: ClaimedSending,
  options: Options,
): Promise<void> {
  try {
    await sendAndRecord(ctx, delivery, options)
  } catch (error) {
    const { agency_uid: agency, uid: sendingUid } = delivery
    ctx.log.error(
      { err: error, agency, sendingUid },
      'Could not finish sending a message. It is retried',
    )
  }
}

async function sendAndRecord(
  ctx: WorkContext,
  sending: ClaimedSending,
  { worker, sendMs, signal }: Options,
): Promise<void> {
  const outgoing = await findOutgoing(ctx, sending)
  const outcome = await bounded(sendMs, signal, signal => attempt(ctx, outgoing, sending, signal))
  const at = ctx.clock.now()
  const isLater = outcome.result === 'RETRY'
  const dueAt = isLater ? nextAttempt(sending.attempt_count, at, Math.random()) : null
  if (dueAt !== null) {
    await releaseDelivery(ctx, sending, worker, { due_at: dueAt })
    return
  }
  await evenIfAway(({ shared }) =>
    transaction(ctx, async (ctx: WorkContext) => {
      if (!(await releaseDelivery(ctx, sending, worker, { completed_at: at }))) return
      const caller = systemCaller(sending.agency_uid)
      await finishMessage({ ...ctx, caller }, outgoing.row, finishedAs(outcome, sending))
      // The next mail of the thread shows it again.
      const isNoticed = shared && outgoing.message.kind === 'EMAIL'
      if (isNoticed) await notice(ctx, outgoing, outcome.result === 'SENT')
    }),
  )
}

/** Mails to a guest come back until one of the thread gets through. */
async function notice(ctx: WorkContext, { message }: Outgoing, isSent: boolean): Promise<void> {
  const { agencyUid, threadUid, leadUid, uid: messageUid } = message
  if (isSent) return endNotices(ctx, agencyUid, [threadUid])
  await raiseNotice(ctx, {
    agencyUid,
    type: 'MAIL_FAILING',
    objectUid: threadUid,
    topic: 'mails to guests',
    leadUid,
    messageUid,
  })
}

async function attempt(
  ctx: WorkContext,
  { message, lead }: Outgoing,
  { attempt_count }: ClaimedSending,
  signal: AbortSignal,
): Promise<SendResult> {
  // Whoever claimed it for the last attempt did not live to say what became of that.
  if (attempt_count > attemptsMax)
    return { result: 'FAILED', reason: 'The message could not be sent' }
  if (message.kind === 'EMAIL' && message.to.email === null) {
    return { result: 'FAILED', reason: 'The guest has no e-mail address' }
  }
  const transport = transportFor(ctx.sending, message, lead)
  if (!transport) return { result: 'FAILED', reason: `No adapter for channel ${lead?.channel}` }
  try {
    return await transport.send(message, signal)
  } catch (error) {
    const what = { err: error, agency: message.agencyUid, messageUid: message.uid }
    if (!signal.aborted) ctx.log.error(what, 'Could not send a message. It is retried')
    return { result: 'RETRY', reason: 'The message could not be sent' }
  }
}

/** Returns the result of a transport, or RETRY if it takes too long; it is left to itself then. */
async function bounded(
  ms: number,
  stopping: AbortSignal,
  send: (signal: AbortSignal) => Promise<SendResult>,
): Promise<SendResult> {
  const elapsed = new AbortController()
  const timer = setTimeout(() => elapsed.abort(), ms)
  const signal = AbortSignal.any([elapsed.signal, stopping])
  const late = new Promise<SendResult>(resolve => {
    const giveUp = () => resolve({ result: 'RETRY', reason: 'Sending took too long' })
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
  return Promise.race([send(signal), late]).finally(() => clearTimeout(timer))
}

function finishedAs(outcome: SendResult, { number }: ClaimedSending): Outcome {
  const isSent = outcome.result === 'SENT'
  return {
    status: isSent ? 'SENT' : 'FAILED',
    failureReason: isSent ? null : withoutAddresses(outcome.reason),
    externalId: (isSent && outcome.externalId) || null,
    resent: number > 1,
  }
}
