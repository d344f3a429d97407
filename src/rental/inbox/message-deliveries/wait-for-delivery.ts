import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { Reply } from '../../../platform/rest/route.ts'
import type { Message } from '../messages/message.ts'
import { findMessage } from '../messages/messages.ts'
import { presentMessage } from '../messages/present-message.ts'
import { isFirstAttemptOpen } from './message-deliveries.ts'

/** Milliseconds before the first query; doubled before each further one, up to a maximum. */
const pollMs = { first: 5, max: 100 }

/**
 * Waits until a stored message is sent or has failed, its first attempt has failed, or 2 s have
 * passed (contract/messaging.md §4.2). Returns the response with the status at that time. Called
 * after the commit.
 */
export async function waitForDelivery(ctx: Context, stored: Reply): Promise<Reply> {
  const { uid } = (stored.body as { message: { uid: string } }).message
  const queued = await findMessage(ctx, uid)
  if (!queued) return stored
  await waitForAttempt(ctx, queued)
  const message = (await findMessage(ctx, uid)) ?? queued
  return new Reply(stored.status, { message: await presentMessage(ctx, message) }, stored.headers)
}

async function waitForAttempt(
  ctx: Context,
  message: Pick<Message, 'agency_uid' | 'uid'>,
): Promise<void> {
  const endAt = performance.now() + ctx.sending.waitMs
  for (let ms = pollMs.first; ; ms = Math.min(ms * 2, pollMs.max)) {
    const remainingMs = endAt - performance.now()
    if (remainingMs <= 0 || !(await isFirstAttemptOpen(ctx, message))) return
    await sleep(Math.min(ms, remainingMs))
  }
}
