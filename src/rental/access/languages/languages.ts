import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Identity } from '../sessions/session.ts'
import { isLanguage, type Language } from './language.ts'

/**
 * Returns the language in the console preferences of a user (contract/resources.md §8.4). A user
 * who works for several agencies has preferences in each; the first with a language counts. Null if
 * there is none.
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
