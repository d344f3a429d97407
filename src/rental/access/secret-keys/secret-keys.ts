/** Records of the secret keys of the operator: docs/decisions/0026-api-keys.md. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { computeKeyId, type KeyState } from '../../../platform/crypto/signing-keys.ts'
import { transaction } from '../../../platform/db/transaction.ts'

type DbContext = Pick<Context, 'db'>

/**
 * Records configured keys, the first of which is the current one. Known keys are not updated, so
 * that a restart does not extend the time for which a retired key is accepted.
 *
 * @returns records of the keys, in the same order
 */
export async function registerSecretKeys(
  ctx: DbContext,
  secretKeys: readonly Buffer[],
  now: Date,
): Promise<KeyState[]> {
  const ids = secretKeys.map(computeKeyId)
  const [currentId] = ids
  const existing = await listKeyStates(ctx, ids)
  const isUnchanged = ids.every(id => {
    const key = existing.get(id)
    return key !== undefined && (key.retiredAt === null) === (id === currentId)
  })
  if (isUnchanged) return ids.map(id => existing.get(id)!)
  return transaction(ctx, async (ctx: DbContext) => {
    await sql`insert into secret_keys as k (key_id, since, retired_at)
      select id, ${now}::timestamptz, case when id = ${currentId} then null
        else ${now}::timestamptz end
      from unnest(${[...new Set(ids)]}::text[]) id
      on conflict (key_id) do update set retired_at =
        case when k.key_id = ${currentId} then null
          else coalesce(k.retired_at, ${now}) end`.execute(ctx.db)
    const stored = await listKeyStates(ctx, ids)
    return ids.map(id => stored.get(id)!)
  })
}

/** Lists the ids of the keys that servers may start with. */
export async function listAcceptedKeys({ db }: DbContext): Promise<string[]> {
  const rows = await db
    .selectFrom('secret_keys')
    .select('key_id')
    .where('is_accepted', '=', true)
    .orderBy('key_id')
    .execute()
  return rows.map(({ key_id }) => key_id)
}

/** Locks the accepted keys against concurrent changes until the transaction ends. */
export async function lockSecretKeys({ db }: DbContext): Promise<void> {
  await sql`lock table secret_keys in share row exclusive mode`.execute(db)
}

/** Marks exactly these keys as accepted. */
export async function acceptKeys({ db }: DbContext, secretKeys: readonly Buffer[], now: Date) {
  const ids = secretKeys.map(computeKeyId)
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

async function listKeyStates({ db }: DbContext, ids: string[]): Promise<Map<string, KeyState>> {
  const rows = await db.selectFrom('secret_keys').selectAll().where('key_id', 'in', ids).execute()
  return new Map(
    rows.map(({ key_id, since, retired_at: retiredAt }) => [key_id, { since, retiredAt }]),
  )
}
