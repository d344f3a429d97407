/** How much an agency keeps in files: contract/general.md §6. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { limitReached } from '../../../platform/limits/reached.ts'

type Db = Pick<Context, 'db'>

const mebibyte = 1_048_576

/**
 * Takes up bytes for files whose rows the open transaction adds; nobody else of the agency takes or
 * frees any until it ends.
 *
 * @throws ApiError STORAGE_QUOTA_EXCEEDED
 */
export async function takeStorage(
  ctx: Pick<Context, 'db' | 'settings'>,
  agencyUid: string,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return
  const used = await addStorage(ctx, agencyUid, bytes)
  const { storageQuotaMib } = ctx.settings
  const allowed = storageQuotaMib * mebibyte
  if (storageQuotaMib === 0 || used <= allowed) return
  limitReached('storage_quota')
  const before = used - bytes
  const text = `Storage quota exceeded: ${before} of ${allowed} bytes used, ${bytes} more needed`
  throw new ApiError('STORAGE_QUOTA_EXCEEDED', text, {
    members: { limit: allowed, usedBytes: before },
  })
}

/** Counts bytes of files, whatever the quota says; gives how many there are then. */
export async function addStorage({ db }: Db, agencyUid: string, bytes: number): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    insert into agency_storage (agency_uid, bytes) values (${agencyUid}, ${bytes})
    on conflict (agency_uid) do update set bytes = agency_storage.bytes + excluded.bytes
    returning bytes`.execute(db)
  return Number(rows[0]!.bytes)
}

/** Frees the bytes of files whose rows the open transaction deletes. */
export async function freeStorage({ db }: Db, agencyUid: string, bytes: number): Promise<void> {
  if (bytes === 0) return
  await sql`update agency_storage set bytes = bytes - ${bytes}
    where agency_uid = ${agencyUid}`.execute(db)
}
