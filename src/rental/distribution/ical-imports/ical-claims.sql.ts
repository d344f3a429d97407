/**
 * Claims of calendar imports: one process imports a calendar at a time. A claim ends with the
 * import, or expires some time after its process has died. Every write of an import is in a
 * transaction that locks the claim, so a process that has lost its claim writes nothing.
 */

import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { isEnabledAgency } from '../../access/agency-states/agency-state.sql.ts'
import { type Ical, stableMs, stableResponses, syncEveryMs, syncJitterMs } from '../icals/ical.ts'
import { updateIcal } from '../icals/icals.ts'

/** Calendar with its claim. */
export type ImportClaim = Ical & { claim_uid: string }

/** Duration of a claim: more than fetching and parsing take together. */
const claimMs = 60_000

/**
 * Error if a claim was lost: the calendar is deleted, has another URL, or is imported by another
 * process.
 */
export class ClaimLost extends Error {}

/**
 * Claims a calendar and sets when it is due next; undefined if it is deleted or claimed, or the
 * agency disabled.
 */
export async function claimIcal(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: Pick<Ical, 'agency_uid' | 'uid'>,
): Promise<ImportClaim | undefined> {
  const now = clock.now()
  const claimed = await db
    .updateTable('icals')
    .set({
      claim_uid: randomUUID(),
      claimed_until: new Date(now.getTime() + claimMs),
      next_sync_at: computeNextSync(now),
    })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .where(isEnabledAgency(sql`${agency_uid}::uuid`))
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  return claimed as ImportClaim | undefined
}

/**
 * Runs a part of an import in a transaction that holds the claim, and extends the claim.
 *
 * @throws ClaimLost
 */
export async function withClaim<T>(
  ctx: Context,
  claim: ImportClaim,
  run: (ctx: Context) => Promise<T>,
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
    return run(ctx)
  })
}

/** Ends a claim and updates the calendar with the result of its import. */
export async function endClaim(
  ctx: Context,
  claim: ImportClaim,
  changes: Parameters<typeof updateIcal>[2],
): Promise<void> {
  await updateIcal(ctx, claim, { ...changes, claim_uid: null, claimed_until: null })
}

/**
 * Ends an import without changes, in one statement. Without a claim, this requires that no process
 * has claimed or imported the calendar since it was read. Such responses also count towards trust
 * in the UIDs.
 *
 * @returns false if the calendar has changed concurrently
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
      responded_at = ${now}, claim_uid = null, claimed_until = null,
      next_sync_at = case when claim_uid is null then ${computeNextSync(now)} else next_sync_at end,
      trusted_responses = trusted_responses + 1,
      uid_trust = case when uid_trust = 'UNKNOWN' and trusted_responses + 1 >= ${stableResponses}
        and trusted_since <= ${new Date(now.getTime() - stableMs)}
        then 'STABLE' else uid_trust end
    where agency_uid = ${agency_uid} and uid = ${uid} and deleted_at is null
      and ${claim_uid === null ? isAsRead : sql`claim_uid = ${claim_uid}`}
    returning 1 as one`.execute(db)
  return rows.length > 0
}

function computeNextSync(now: Date): Date {
  return new Date(now.getTime() + syncEveryMs + randomInt(syncJitterMs))
}

/** Sets when echoes of a calendar are rechecked, unless nights were freed concurrently. */
export async function setEchoUntil(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Ical, 'agency_uid' | 'uid'>,
  { former, next }: { former: Date | null; next: Date | null },
): Promise<void> {
  await db
    .updateTable('icals')
    .set({ echo_until: next })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('echo_until', 'is not distinct from', former)
    .execute()
}

/** Makes a calendar due immediately. */
export async function scheduleNow(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ical: Pick<Ical, 'agency_uid' | 'uid'>,
): Promise<void> {
  await updateRow({ db }, 'icals', ical, { next_sync_at: clock.now() })
}
