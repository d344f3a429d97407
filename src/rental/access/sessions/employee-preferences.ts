/** What the console remembers for somebody: contract/resources.md §8.4. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ruleViolation } from '../../../platform/errors.ts'
import type { Identity } from './session.ts'

const bytesMax = 16_384

/** What was stored last, `{}` before. */
export async function findPreferences(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Identity,
): Promise<unknown> {
  const row = await db
    .selectFrom('employee_preferences')
    .select('preferences')
    .where('agency_uid', '=', agency_uid)
    .where('employee_uid', '=', uid)
    .executeTakeFirst()
  return row?.preferences ?? {}
}

/**
 * The text of an object that is stored as it was sent.
 *
 * @throws ApiError PAYLOAD_RULE_VIOLATION over 16 kB
 */
export function readPreferences(value: unknown): string {
  // No text of PostgreSQL holds the character of the code 0.
  const text = JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1')
  if (Buffer.byteLength(text) > bytesMax) {
    const said = `Invalid parameter 'preferences' must not have more than ${bytesMax} bytes`
    throw ruleViolation('preferences', said, bytesMax)
  }
  return text
}

/** Stores preferences in place of those before. */
export async function storePreferences(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: Identity,
  text: string,
): Promise<void> {
  const now = clock.now()
  await sql`insert into employee_preferences (agency_uid, employee_uid, preferences, updated_at)
    values (${agency_uid}, ${uid}, ${text}::jsonb, ${now})
    on conflict (agency_uid, employee_uid)
      do update set preferences = excluded.preferences, updated_at = excluded.updated_at`.execute(
    db,
  )
}
