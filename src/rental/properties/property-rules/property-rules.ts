import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { PropertyRulesTable } from '../../tables.ts'
import { isOfHolder } from '../property-content/content.ts'
import type { ContentHolder } from '../property-content/reached-content-holder.ts'

export type PropertyRule = Selectable<PropertyRulesTable>

/** Stores rules that their holder does not have yet, and gives those. */
export async function insertPropertyRules(
  { db }: Pick<Context, 'db'>,
  rules: Insertable<PropertyRulesTable>[],
): Promise<PropertyRule[]> {
  if (rules.length === 0) return []
  return db
    .insertInto('property_rules')
    .values(rules)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .execute()
}

/** Deletes the rules of a holder that have one of these codes. @returns how many it had */
export async function removePropertyRules(
  { db }: Context,
  holder: ContentHolder,
  codes: string[],
): Promise<number> {
  if (codes.length === 0) return 0
  const { numDeletedRows } = await db
    .deleteFrom('property_rules as c')
    .where(sql<boolean>`${isOfHolder('c', holder)}`)
    .where('c.rule', 'in', codes)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
