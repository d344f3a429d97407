import type { Context } from '../../context.ts'
import { insertSending, type Sendable } from './sendings.ts'

/**
 * Has a message sent by a worker as soon as the open transaction has committed, and not if it does
 * not (contract/messaging.md §12). While it is being sent already, nothing is added.
 */
export async function queueSending(
  ctx: Context,
  message: Sendable & { kind: 'EMAIL' | 'DIRECT_MESSAGE' },
): Promise<void> {
  await insertSending(ctx, message)
}
