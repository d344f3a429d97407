/** What the console remembers for somebody: contract/resources.md §8.4. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { momentAfter } from '../../../platform/db/later-than.ts'
import { ruleViolation } from '../../../platform/errors.ts'
import type { ObjectState } from '../../../platform/rest/route.ts'
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

/** The state of what is remembered for an employee; a lock keeps it as it is. */
export async function findPreferencesState(
  ctx: Pick<Context, 'db'>,
  employee: Identity,
  { locks }: { locks: boolean },
): Promise<ObjectState> {
  if (locks) await lockEmployee(ctx, employee)
  const row = await ctx.db
    .selectFrom('employee_preferences')
    .select('updated_at')
    .where('agency_uid', '=', employee.agency_uid)
    .where('employee_uid', '=', employee.uid)
    .executeTakeFirst()
  return { tag: `t${(row?.updated_at.getTime() ?? 0).toString(36)}`, version: null }
}

/** Stores preferences in place of those before. */
export async function storePreferences(
  ctx: Pick<Context, 'db' | 'clock'>,
  employee: Identity,
  text: string,
): Promise<void> {
  await lockEmployee(ctx, employee)
  const now = ctx.clock.now()
  const next = momentAfter(sql`employee_preferences.updated_at`)
  await sql`insert into employee_preferences (agency_uid, employee_uid, preferences, updated_at)
    values (${employee.agency_uid}, ${employee.uid}, ${text}::jsonb, ${now})
    on conflict (agency_uid, employee_uid) do update set preferences = excluded.preferences,
      updated_at = greatest(excluded.updated_at, ${next})`.execute(ctx.db)
}

/** There may be nothing yet that could be locked itself. */
async function lockEmployee(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Identity,
): Promise<void> {
  await db
    .selectFrom('employees')
    .select('uid')
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .execute()
}
