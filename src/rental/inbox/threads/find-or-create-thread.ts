import type { Context } from '../../../context.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { findOrCreateGuestOfLead } from '../../leads/guest-matching/find-or-create-guest-of-lead.ts'
import type { Thread } from './thread.ts'
import { findLeadThread, findStoredThread, findThreadWithoutLead, insertThread } from './threads.ts'

/** Owner of a thread: a lead, or a guest without a matched lead. */
export type ThreadOwner = { leadUid: string } | { guestUid: string }

/**
 * Returns the thread of a lead, or of a guest without one; creates it with the first message
 * (contract/messaging.md §1, §4.2). Runs in the caller's transaction.
 *
 * @param writtenAt creation time of the first message
 */
export async function findOrCreateThread(
  ctx: Context,
  agencyUid: string,
  owner: ThreadOwner,
  writtenAt: Date,
): Promise<{ thread: Thread; isNew: boolean }> {
  const existing = await findThread(ctx, agencyUid, owner)
  if (existing) return { thread: existing, isNew: false }
  const created = await insertThread(ctx, {
    agency_uid: agencyUid,
    uid: newUid(ctx.clock.now().getTime()),
    lead_uid: 'leadUid' in owner ? owner.leadUid : null,
    guest_uid: await findGuestUid(ctx, agencyUid, owner),
    agency_participant_uid: newUid(),
    guest_participant_uid: newUid(),
    created_at: writtenAt,
    updated_at: writtenAt,
  })
  if (created) return { thread: await findStoredThread(ctx, created), isNew: true }
  // A concurrent transaction has created it; if it is not visible here, the retry finds it.
  const concurrent = await findThread(ctx, agencyUid, owner)
  if (!concurrent) throw retry()
  return { thread: concurrent, isNew: false }
}

function findThread(
  ctx: Context,
  agencyUid: string,
  owner: ThreadOwner,
): Promise<Thread | undefined> {
  if ('guestUid' in owner) return findThreadWithoutLead(ctx, agencyUid, owner.guestUid)
  return findLeadThread(ctx, { agency_uid: agencyUid, uid: owner.leadUid })
}

async function findGuestUid(ctx: Context, agency_uid: string, owner: ThreadOwner): Promise<string> {
  if ('guestUid' in owner) return owner.guestUid
  return (await findOrCreateGuestOfLead(ctx, { agency_uid, uid: owner.leadUid })).uid
}
