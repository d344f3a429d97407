import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Identity } from '../sessions/session.ts'
import { isLanguage, type Language } from './language.ts'

/**
 * The language that somebody has chosen in the console, which is one of their preferences
 * (contract/resources.md §8.4). Who works for several agencies has preferences of each; the first
 * that names a language counts. null: none does.
 */
export async function findChosenLanguage(
  { db }: Pick<Context, 'db'>,
  identities: readonly Identity[],
): Promise<Language | null> {
  for (const { agency_uid, uid } of identities) {
    const row = await db
      .selectFrom('employee_preferences')
      .select(sql<string | null>`preferences ->> 'language'`.as('language'))
      .where('agency_uid', '=', agency_uid)
      .where('employee_uid', '=', uid)
      .executeTakeFirst()
    if (isLanguage(row?.language)) return row.language
  }
  return null
}
