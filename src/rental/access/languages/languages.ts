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

/**
 * Returns the language of mails to an agency: the one that the employee with its email address has
 * chosen, or else its first administrator; English if none has.
 */
export async function findAgencyLanguage(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<Language> {
  const { rows } = await sql<{ language: string }>`
    select p.preferences ->> 'language' as language
    from employees e
    join employee_preferences p on p.agency_uid = ${agencyUid} and p.employee_uid = e.uid
    where e.agency_uid = ${agencyUid} and e.is_active
      and p.preferences ->> 'language' is not null
    order by exists (select 1 from agencies a where a.agency_uid = ${agencyUid}
        and lower(a.agency_email_address) = lower(e.email)) desc,
      e.role = 'ADMIN' desc, e.created_at, e.uid
    limit 1`.execute(db)
  const [row] = rows
  return isLanguage(row?.language) ? row.language : 'en'
}
