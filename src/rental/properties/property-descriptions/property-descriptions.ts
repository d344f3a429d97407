import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { PropertyDescriptionsTable } from '../../tables.ts'

export type PropertyDescription = Selectable<PropertyDescriptionsTable>

interface PropertyKey {
  agency_uid: string
  uid: string
}

/** Lists the descriptions of a property: en_US first, the others by locale. */
export async function listDescriptions(
  { db }: Context,
  property: PropertyKey,
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

export async function findDescription(
  { db }: Context,
  property: PropertyKey,
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
 * Upserts a description. An existing one keeps texts that are not in `texts`.
 *
 * @returns undefined if nothing changes
 */
export async function upsertDescription(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  property: PropertyKey,
  locale: string,
  texts: Partial<PropertyDescription>,
): Promise<PropertyDescription | undefined> {
  const now = clock.now()
  const columns = Object.keys(texts)
  const newValues = columns.map(column => sql.ref(`excluded.${column}`))
  const currentValues = columns.map(column => sql.ref(`property_descriptions.${column}`))
  const key = { agency_uid: property.agency_uid, property_uid: property.uid, locale }
  return db
    .insertInto('property_descriptions')
    .values({ ...key, ...texts, created_at: now, updated_at: now })
    .onConflict(conflict => {
      const target = conflict.columns(['agency_uid', 'property_uid', 'locale'])
      if (columns.length === 0) return target.doNothing()
      const set = Object.fromEntries(columns.map((column, i) => [column, newValues[i]!]))
      return target
        .doUpdateSet({ ...set, updated_at: now })
        .where(sql<boolean>`(${sql.join(currentValues)}) is distinct from (${sql.join(newValues)})`)
    })
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a description. Returns false if there is none in that language. */
export async function removeDescription(
  { db }: Context,
  property: PropertyKey,
  locale: string,
): Promise<boolean> {
  const where = { agency_uid: property.agency_uid, property_uid: property.uid, locale }
  return (await deleteRows({ db }, 'property_descriptions', where)) > 0
}
