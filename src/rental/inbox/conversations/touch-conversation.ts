import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { upsertConversations } from './conversations.ts'

/** What was written with a guest, and when first and last. */
export interface Written {
  agency_uid: string
  guest_uid: string
  created_at: Date
  updated_at: Date
}

/** Notes messages in the conversation with their guest, which begins with the first. */
export async function touchConversation(
  ctx: Pick<Context, 'db'>,
  { agency_uid, guest_uid, created_at, updated_at }: Written,
): Promise<void> {
  const row = {
    agency_uid,
    uid: newUid(),
    guest_uid,
    agency_participant_uid: newUid(),
    guest_participant_uid: newUid(),
    created_at,
    updated_at,
  }
  await upsertConversations(ctx, [row])
}
