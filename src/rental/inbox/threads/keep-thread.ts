import type { Context } from '../../../context.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { guestOfLead } from '../../leads/guest-identity/keep-guest.ts'
import type { Thread } from './thread.ts'
import {
  findStoredThread,
  findThreadOfLead,
  findThreadWithoutLead,
  insertThread,
} from './threads.ts'

/** Whose thread it is: a lead's, or a guest's whose lead is not known. */
export type ThreadOwner = { leadUid: string } | { guestUid: string }

/**
 * The thread of a lead, or of a guest without one; made when there is none, as it is with the first
 * message (contract/messaging.md §1, §4.2). In the caller's transaction.
 *
 * @param at when the first message was made
 */
export async function keepThread(
  ctx: Context,
  agencyUid: string,
  owner: ThreadOwner,
  at: Date,
): Promise<{ thread: Thread; isNew: boolean }> {
  const known = await find(ctx, agencyUid, owner)
  if (known) return { thread: known, isNew: false }
  const made = await insertThread(ctx, {
    agency_uid: agencyUid,
    uid: newUid(ctx.clock.now().getTime()),
    lead_uid: 'leadUid' in owner ? owner.leadUid : null,
    guest_uid: await guestUidOf(ctx, agencyUid, owner),
    agency_participant_uid: newUid(),
    guest_participant_uid: newUid(),
    created_at: at,
    updated_at: at,
  })
  if (made) return { thread: await findStoredThread(ctx, made), isNew: true }
  const another = await find(ctx, agencyUid, owner)
  if (!another) throw retry()
  return { thread: another, isNew: false }
}

function find(ctx: Context, agencyUid: string, owner: ThreadOwner): Promise<Thread | undefined> {
  if ('guestUid' in owner) return findThreadWithoutLead(ctx, agencyUid, owner.guestUid)
  return findThreadOfLead(ctx, { agency_uid: agencyUid, uid: owner.leadUid })
}

async function guestUidOf(ctx: Context, agency_uid: string, owner: ThreadOwner): Promise<string> {
  if ('guestUid' in owner) return owner.guestUid
  return (await guestOfLead(ctx, { agency_uid, uid: owner.leadUid })).uid
}
