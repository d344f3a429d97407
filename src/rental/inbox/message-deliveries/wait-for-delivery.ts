import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { findMessage } from '../messages/messages.ts'
import { presentMessage } from '../messages/present-message.ts'
import { isFirstAttemptOpen, type Sendable } from './message-deliveries.ts'

/** How long it takes until it is asked again: a few times soon, as most messages go at once. */
const [firstMs, mostMs] = [5, 100]

/**
 * Waits until a message is sent or has failed, or the first attempt was in vain, or for 2 s
 * (contract/messaging.md §4.2). To be called after the commit of what has queued it.
 */
export async function waitForSending(
  ctx: Pick<Context, 'db' | 'sending'>,
  message: Pick<Sendable, 'agency_uid' | 'uid'>,
): Promise<void> {
  const end = performance.now() + ctx.sending.waitMs
  for (let ms = firstMs; ; ms = Math.min(ms * 2, mostMs)) {
    const left = end - performance.now()
    if (left <= 0 || !(await isFirstAttemptOpen(ctx, message))) return
    await sleep(Math.min(ms, left))
  }
}

/** The answer that a message was queued, once it is sent or has waited long enough. */
export async function answerOnceSent(ctx: Context, done: Reply): Promise<Reply> {
  const { uid } = (done.body as { message: { uid: string } }).message
  const queued = await findMessage(ctx, uid)
  if (!queued) return done
  await waitForSending(ctx, queued)
  const message = (await findMessage(ctx, uid)) ?? queued
  return new Reply(done.status, { message: await presentMessage(ctx, message) }, done.headers)
}
