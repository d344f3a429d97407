import type { WorkContext } from '../../../context.ts'
import { ignoreUnavailableNodes } from '../../../platform/db/cluster/ignore-unavailable-nodes.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { endNotices, openNotice } from '../../events/notices/notices.ts'
import { type FinalOutcome, finishMessage } from '../messages/finish-message.ts'
import type { SendResult } from '../transports/transport.ts'
import { transportFor } from '../transports/transport-choice.ts'
import { type ClaimedMessageDelivery, releaseMessageDelivery } from './message-deliveries.ts'
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
  delivery: ClaimedMessageDelivery,
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
  delivery: ClaimedMessageDelivery,
  { worker, sendMs, signal }: Options,
): Promise<void> {
  const outgoing = await findOutgoing(ctx, delivery)
  const sendResult = await withTimeout(sendMs, signal, signal =>
    attempt(ctx, outgoing, delivery, signal),
  )
  const endedAt = ctx.clock.now()
  const isRetry = sendResult.result === 'RETRY'
  const dueAt = isRetry ? nextAttempt(delivery.attempt_count, endedAt, Math.random()) : null
  if (dueAt !== null) {
    await releaseMessageDelivery(ctx, delivery, worker, { due_at: dueAt })
    return
  }
  await ignoreUnavailableNodes(({ shared }) =>
    transaction(ctx, async (ctx: WorkContext) => {
      if (!(await releaseMessageDelivery(ctx, delivery, worker, { completed_at: endedAt }))) return
      const caller = systemCaller(delivery.agency_uid)
      await finishMessage({ ...ctx, caller }, outgoing.row, toFinalOutcome(sendResult, delivery))
      // Not while a node is unavailable: the next mail of the thread opens or ends the notice.
      const updatesNotice = shared && outgoing.message.kind === 'EMAIL'
      const isSent = sendResult.result === 'SENT'
      if (updatesNotice) await updateNotice(ctx, outgoing, isSent)
    }),
  )
}

/** Opens a notice of a returned mail, or ends it when a mail of the thread was sent. */
async function updateNotice(
  ctx: WorkContext,
  { message }: Outgoing,
  isSent: boolean,
): Promise<void> {
  const { agencyUid, threadUid, leadUid, uid: messageUid } = message
  if (isSent) return endNotices(ctx, agencyUid, [threadUid])
  await openNotice(ctx, {
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
  { attempt_count }: ClaimedMessageDelivery,
  signal: AbortSignal,
): Promise<SendResult> {
  // The process that claimed the last attempt ended before it recorded the result.
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
    const details = { err: error, agency: message.agencyUid, messageUid: message.uid }
    if (!signal.aborted) ctx.log.error(details, 'Could not send a message. It is retried')
    return { result: 'RETRY', reason: 'The message could not be sent' }
  }
}

/**
 * Returns the result of a transport, or RETRY if it takes too long or the process stops; the
 * transport is then aborted.
 */
async function withTimeout(
  ms: number,
  stopping: AbortSignal,
  send: (signal: AbortSignal) => Promise<SendResult>,
): Promise<SendResult> {
  const timeLimit = new AbortController()
  const timer = setTimeout(() => timeLimit.abort(), ms)
  const signal = AbortSignal.any([timeLimit.signal, stopping])
  const timeout = new Promise<SendResult>(resolve => {
    const retry = () => resolve({ result: 'RETRY', reason: 'Sending took too long' })
    if (signal.aborted) retry()
    else signal.addEventListener('abort', retry, { once: true })
  })
  return Promise.race([send(signal), timeout]).finally(() => clearTimeout(timer))
}

function toFinalOutcome(sendResult: SendResult, { number }: ClaimedMessageDelivery): FinalOutcome {
  const isSent = sendResult.result === 'SENT'
  return {
    status: isSent ? 'SENT' : 'FAILED',
    failureReason: isSent ? null : withoutAddresses(sendResult.reason),
    externalId: (isSent && sendResult.externalId) || null,
    isResend: number > 1,
  }
}
