/** Console preferences of employees: contract/resources.md §8.4. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { oneMsAfter } from '../../../platform/db/monotonic-timestamp.ts'
import { ruleViolation } from '../../../platform/errors.ts'
import type { ObjectState } from '../../../platform/rest/route.ts'
import type { Identity } from './session.ts'

/** Maximum size of the preferences of an employee. */
const bytesMax = 16_384

/** Returns the stored preferences, `{}` if there are none. */
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
 * Serializes preferences without changing them, except that NUL characters are removed.
 *
 * @throws ApiError PAYLOAD_RULE_VIOLATION over 16 kB
 */
export function readPreferences(value: unknown): string {
  // PostgreSQL texts cannot contain NUL.
  const json = JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1')
  if (Buffer.byteLength(json) > bytesMax) {
    const message = `Invalid parameter 'preferences' must not have more than ${bytesMax} bytes`
    throw ruleViolation('preferences', message, bytesMax)
  }
  return json
}

/**
 * Returns the ETag of the preferences of an employee. With `locks`, they cannot change until the
 * transaction ends.
 */
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

/** Inserts or replaces the preferences of an employee. */
export async function storePreferences(
  ctx: Pick<Context, 'db' | 'clock'>,
  employee: Identity,
  json: string,
): Promise<void> {
  await lockEmployee(ctx, employee)
  const now = ctx.clock.now()
  // Later than the former time, even if the clock was set back: it is the ETag.
  const afterFormer = oneMsAfter(sql`employee_preferences.updated_at`)
  await sql`insert into employee_preferences (agency_uid, employee_uid, preferences, updated_at)
    values (${employee.agency_uid}, ${employee.uid}, ${json}::jsonb, ${now})
    on conflict (agency_uid, employee_uid) do update set preferences = excluded.preferences,
      updated_at = greatest(excluded.updated_at, ${afterFormer})`.execute(ctx.db)
}

/** Locks the employee, because preferences may have no row yet. */
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
