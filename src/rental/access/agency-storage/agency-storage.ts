/** Storage used by the files of an agency, and its quota: contract/general.md §6. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { limitReached } from '../../../platform/limits/limit-metrics.ts'

type DbContext = Pick<Context, 'db'>

const mebibyte = 1_048_576

/**
 * Reserves storage for files whose rows the open transaction inserts. Other transactions that
 * change the storage of the agency wait until it ends.
 *
 * @throws ApiError STORAGE_QUOTA_EXCEEDED
 */
export async function reserveStorage(
  ctx: Pick<Context, 'db' | 'settings'>,
  agencyUid: string,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return
  const usedBytes = await addStorage(ctx, agencyUid, bytes)
  const { storageQuotaMib } = ctx.settings
  const quotaBytes = storageQuotaMib * mebibyte
  // 0: no quota.
  if (storageQuotaMib === 0 || usedBytes <= quotaBytes) return
  limitReached('storage_quota')
  const usedBefore = usedBytes - bytes
  const usage = `${usedBefore} of ${quotaBytes} bytes used`
  const message = `Storage quota exceeded: ${usage}, ${bytes} more needed`
  throw new ApiError('STORAGE_QUOTA_EXCEEDED', message, {
    members: { limit: quotaBytes, usedBytes: usedBefore },
  })
}

/**
 * Adds to the storage used, regardless of the quota.
 *
 * @returns the new total in bytes
 */
export async function addStorage(
  { db }: DbContext,
  agencyUid: string,
  bytes: number,
): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    insert into agency_storage (agency_uid, bytes) values (${agencyUid}, ${bytes})
    on conflict (agency_uid) do update set bytes = agency_storage.bytes + excluded.bytes
    returning bytes`.execute(db)
  return Number(rows[0]!.bytes)
}

/** Releases the storage of files whose rows the open transaction deletes. */
export async function releaseStorage(
  { db }: DbContext,
  agencyUid: string,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return
  await sql`update agency_storage set bytes = bytes - ${bytes}
    where agency_uid = ${agencyUid}`.execute(db)
}
