import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { PropertyRulesTable } from '../../tables.ts'
import { isOwnedBy } from '../property-content/content.ts'
import type { ContentOwner } from '../property-content/require-content-owner.ts'

export type PropertyRule = Selectable<PropertyRulesTable>

/** Inserts rules and returns the inserted rows. Skips those that the content owner already has. */
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

/**
 * Deletes the content owner's rules with one of these codes.
 *
 * @returns number of deleted rows
 */
export async function removePropertyRules(
  { db }: Context,
  owner: ContentOwner,
  codes: string[],
): Promise<number> {
  if (codes.length === 0) return 0
  const { numDeletedRows } = await db
    .deleteFrom('property_rules as c')
    .where(sql<boolean>`${isOwnedBy('c', owner)}`)
    .where('c.rule', 'in', codes)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
