/**
 * Who imports a calendar: one process at a time. A claim ends when the import does, or is over a
 * while after its process is gone. Every write of an import stands in a transaction that holds the
 * claim, so that one which was lost writes nothing more.
 */

import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { type Ical, stableAnswers, stableMs, syncEveryMs, syncSpreadMs } from '../icals/ical.ts'
import { updateIcal } from '../icals/icals.ts'

/** A calendar as it was claimed. */
export type Claim = Ical & { claim_uid: string }

/** More than fetching and reading take together. */
const claimMs = 60_000

/** The claim was lost: the calendar is deleted, leads elsewhere, or is imported by another. */
export class ClaimLost extends Error {}

/** Claims a calendar, which is then due later; undefined when it is gone or another imports it. */
export async function claimIcal(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: Pick<Ical, 'agency_uid' | 'uid'>,
): Promise<Claim | undefined> {
  const now = clock.now()
  const claimed = await db
    .updateTable('icals')
    .set({
      claim_uid: randomUUID(),
      claimed_until: new Date(now.getTime() + claimMs),
      next_sync_at: nextSync(now),
    })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  return claimed as Claim | undefined
}

/**
 * Runs a part of an import in a transaction that holds the claim, and prolongs it.
 *
 * @throws ClaimLost
 */
export async function withClaim<T>(
  ctx: Context,
  claim: Claim,
  act: (ctx: Context) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (ctx: Context) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('icals')
      .set({ claimed_until: new Date(ctx.clock.now().getTime() + claimMs) })
      .where('agency_uid', '=', claim.agency_uid)
      .where('uid', '=', claim.uid)
      .where('claim_uid', '=', claim.claim_uid)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ClaimLost(`The claim on calendar ${claim.uid} was lost`)
    return act(ctx)
  })
}

/** Ends a claim with what came of it; the calendar is then due at once or as it was. */
export async function endClaim(
  ctx: Context,
  claim: Claim,
  changes: Parameters<typeof updateIcal>[2],
): Promise<void> {
  await updateIcal(ctx, claim, { ...changes, claim_uid: null, claimed_until: null })
}

/**
 * Ends an import of a calendar of which nothing has changed, in one statement: of one that was
 * claimed, or of one that no worker has claimed or imported since it was read. Its UIDs have stayed
 * the same once more, and are relied on after ten answers in a day.
 *
 * @returns whether it was still so
 */
export async function endUnchanged(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ical: Ical,
): Promise<boolean> {
  const now = clock.now()
  const { agency_uid, uid, url_digest, etag, last_modified, synced_at, claim_uid } = ical
  const isAsRead = sql`claim_uid is null and url_digest = ${url_digest}
    and synced_at is not distinct from ${synced_at} and etag is not distinct from ${etag}
    and last_modified is not distinct from ${last_modified}`
  const { rows } = await sql`update icals set sync_status = 'OK', synced_at = ${now},
      answered_at = ${now}, claim_uid = null, claimed_until = null,
      next_sync_at = case when claim_uid is null then ${nextSync(now)} else next_sync_at end,
      trusted_answers = trusted_answers + 1,
      uid_trust = case when uid_trust = 'UNKNOWN' and trusted_answers + 1 >= ${stableAnswers}
        and trusted_since <= ${new Date(now.getTime() - stableMs)}
        then 'STABLE' else uid_trust end
    where agency_uid = ${agency_uid} and uid = ${uid} and deleted_at is null
      and ${claim_uid === null ? isAsRead : sql`claim_uid = ${claim_uid}`}
    returning 1 as one`.execute(db)
  return rows.length > 0
}

function nextSync(now: Date): Date {
  return new Date(now.getTime() + syncEveryMs + randomInt(syncSpreadMs))
}

/** Changes when echoes of a calendar are looked at again, unless nights were freed meanwhile. */
export async function changeEchoUntil(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Ical, 'agency_uid' | 'uid'>,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<void> {
  await db
    .updateTable('icals')
    .set({ echo_until: to })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('echo_until', 'is not distinct from', from)
    .execute()
}

/** Makes a calendar due at once. */
export async function dueNow(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ical: Pick<Ical, 'agency_uid' | 'uid'>,
): Promise<void> {
  await updateRow({ db }, 'icals', ical, { next_sync_at: clock.now() })
}
