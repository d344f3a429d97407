/** Last use of the keys and partners of an agency, stored with the agency. */
import type { Context } from '../../../context.ts'
import type { Run } from '../../../platform/db/statements.ts'

export type UserKind = 'KEY' | 'PARTNER'

/** Records a use for some agencies, at most once an hour. */
export async function recordLastUse(
  run: Run,
  agencyUids: string[],
  { kind, uid }: { kind: UserKind; uid: string },
  now: Date,
): Promise<void> {
  const recordedBefore = new Date(now.getTime() - 3_600_000)
  for (const agencyUid of agencyUids) {
    await run(recordUseStatement, [agencyUid, kind, uid, now, recordedBefore])
  }
}

const recordUseStatement = {
  name: 'record_credential_use',
  text: `
    insert into credential_uses as u (agency_uid, kind, uid, last_used_at)
    values ($1::uuid, $2, $3::uuid, $4::timestamptz)
    on conflict (agency_uid, kind, uid) do update set last_used_at = excluded.last_used_at
    where u.last_used_at <= $5::timestamptz`,
}

/** Returns the last use of the keys or partners of an agency by uid. */
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
