import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { PropertyDescriptionsTable } from '../../tables.ts'

export type PropertyDescription = Selectable<PropertyDescriptionsTable>

interface Of {
  agency_uid: string
  uid: string
}

/** The descriptions of a property, that in American English first, the others by locale. */
export async function listDescriptions(
  { db }: Context,
  property: Of,
): Promise<PropertyDescription[]> {
  return db
    .selectFrom('property_descriptions')
    .selectAll()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .orderBy(sql`locale <> 'en_US'`)
    .orderBy('locale')
    .execute()
}

/** The description of a property in one language. */
export async function findDescription(
  { db }: Context,
  property: Of,
  locale: string,
): Promise<PropertyDescription | undefined> {
  return db
    .selectFrom('property_descriptions')
    .selectAll()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('locale', '=', locale)
    .executeTakeFirst()
}

/**
 * Stores a description, or changes the one in that language to what is told.
 *
 * @returns undefined when it says all that already
 */
export async function upsertDescription(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  property: Of,
  locale: string,
  texts: Partial<PropertyDescription>,
): Promise<PropertyDescription | undefined> {
  const now = clock.now()
  const columns = Object.keys(texts)
  const told = columns.map(column => sql.ref(`excluded.${column}`))
  const present = columns.map(column => sql.ref(`property_descriptions.${column}`))
  const key = { agency_uid: property.agency_uid, property_uid: property.uid, locale }
  return db
    .insertInto('property_descriptions')
    .values({ ...key, ...texts, created_at: now, updated_at: now })
    .onConflict(conflict => {
      const known = conflict.columns(['agency_uid', 'property_uid', 'locale'])
      if (columns.length === 0) return known.doNothing()
      const set = Object.fromEntries(columns.map((column, i) => [column, told[i]!]))
      return known
        .doUpdateSet({ ...set, updated_at: now })
        .where(sql<boolean>`(${sql.join(present)}) is distinct from (${sql.join(told)})`)
    })
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a description; false when there is none in that language. */
export async function removeDescription(
  { db }: Context,
  property: Of,
  locale: string,
): Promise<boolean> {
  const where = { agency_uid: property.agency_uid, property_uid: property.uid, locale }
  return (await deleteRows({ db }, 'property_descriptions', where)) > 0
}
