/** Records of the operator's keys: docs/decisions/0026-api-keys.md. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { type KnownKey, keyIdOf } from '../../../platform/keys/signing-keys.ts'

type Db = Pick<Context, 'db'>

/**
 * Remembers the keys of a list, and which of them is the first. It writes only where that is new,
 * so that an older key is not believed for longer because a server starts again.
 *
 * @returns what is known of each, in the same order
 */
export async function keepSecretKeys(
  ctx: Db,
  secretKeys: readonly Buffer[],
  now: Date,
): Promise<KnownKey[]> {
  const ids = secretKeys.map(keyIdOf)
  const [first] = ids
  const known = await listKeys(ctx, ids)
  const isAsKnown = ids.every(id => {
    const key = known.get(id)
    return key !== undefined && (key.retiredAt === null) === (id === first)
  })
  if (isAsKnown) return ids.map(id => known.get(id)!)
  return transaction(ctx, async (ctx: Db) => {
    await sql`insert into secret_keys as k (key_id, since, retired_at)
      select id, ${now}::timestamptz, case when id = ${first} then null else ${now}::timestamptz end
      from unnest(${[...new Set(ids)]}::text[]) id
      on conflict (key_id) do update set retired_at =
        case when k.key_id = ${first} then null else coalesce(k.retired_at, ${now}) end`.execute(
      ctx.db,
    )
    const kept = await listKeys(ctx, ids)
    return ids.map(id => kept.get(id)!)
  })
}

/** The ids of the keys that servers were last allowed to start with. */
export async function listAcceptedKeys({ db }: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('secret_keys')
    .select('key_id')
    .where('is_accepted', '=', true)
    .orderBy('key_id')
    .execute()
  return rows.map(({ key_id }) => key_id)
}

/** Makes others who read and change the accepted keys wait until the transaction ends. */
export async function lockSecretKeys({ db }: Db): Promise<void> {
  await sql`lock table secret_keys in share row exclusive mode`.execute(db)
}

/** Makes the given keys, and no others, the accepted ones. */
export async function acceptKeys({ db }: Db, secretKeys: readonly Buffer[], now: Date) {
  const ids = secretKeys.map(keyIdOf)
  await sql`insert into secret_keys (key_id, since, retired_at, is_accepted)
    select id, ${now}::timestamptz, case when id = ${ids[0]} then null else ${now}::timestamptz end,
      true
    from unnest(${[...new Set(ids)]}::text[]) id
    on conflict (key_id) do update set is_accepted = true`.execute(db)
  await db
    .updateTable('secret_keys')
    .set({ is_accepted: false })
    .where('key_id', 'not in', ids)
    .where('is_accepted', '=', true)
    .execute()
}

async function listKeys({ db }: Db, ids: string[]): Promise<Map<string, KnownKey>> {
  const rows = await db.selectFrom('secret_keys').selectAll().where('key_id', 'in', ids).execute()
  return new Map(
    rows.map(({ key_id, since, retired_at: retiredAt }) => [key_id, { since, retiredAt }]),
  )
}
