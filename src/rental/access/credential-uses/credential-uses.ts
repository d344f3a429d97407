/** When an agency's keys, and its partners, were last used: in a table of the agency's. */
import type { Context } from '../../../context.ts'
import type { Run } from '../../../platform/db/database.ts'

export type UserKind = 'KEY' | 'PARTNER'

/** Writes a use for some agencies, unless one was written within the hour before. */
export async function keepUse(
  run: Run,
  agencyUids: string[],
  { kind, uid }: { kind: UserKind; uid: string },
  now: Date,
): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  for (const agencyUid of agencyUids) {
    await run(keepUseStatement, [agencyUid, kind, uid, now, hourAgo])
  }
}

const keepUseStatement = {
  name: 'keep_use',
  text: `
    insert into credential_uses as u (agency_uid, kind, uid, last_used_at)
    values ($1::uuid, $2, $3::uuid, $4::timestamptz)
    on conflict (agency_uid, kind, uid) do update set last_used_at = excluded.last_used_at
    where u.last_used_at <= $5::timestamptz`,
}

/** When each was last used of an agency's keys, or of its partners. */
export async function listUses(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  kind: UserKind,
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('credential_uses')
    .select(['uid', 'last_used_at'])
    .where('agency_uid', '=', agencyUid)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ uid, last_used_at }) => [uid, last_used_at]))
}
