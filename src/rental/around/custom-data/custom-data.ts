import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { CustomDataField } from '../custom-data-fields/custom-data-field.ts'

/** A property, lead or unit as what has custom data. */
export interface DataObject {
  agency_uid: string
  uid: string
  type: 'PROPERTY' | 'LEAD' | 'UNIT'
  /** Itself, or the one that it belongs to; a lead may belong to none. */
  property_uid: string | null
}

/** A value with its field. */
export type CustomDataValue = CustomDataField & { text: string }

type Named = Pick<CustomDataField, 'agency_uid' | 'uid'>

/** The values of an object that were set, in the order of their fields. */
export async function listValues(ctx: Context, object: DataObject): Promise<CustomDataValue[]> {
  const { rows } = await sql<CustomDataValue>`select f.*, d.text from custom_data d
    join custom_data_fields f on f.agency_uid = ${object.agency_uid} and f.uid = d.field_uid
    where d.agency_uid = ${object.agency_uid} and d.object_uid = ${object.uid}
    order by f.position, f.uid`.execute(ctx.db)
  return rows
}

/**
 * Sets the value of a field that is locked, whether or not there was one, also when two do it at
 * once.
 *
 * @returns what came of it; null: it was so already
 */
export async function storeValue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  object: DataObject,
  field: Named,
  text: string,
): Promise<'CREATED' | 'UPDATED' | null> {
  const now = clock.now()
  // No transaction has ended a row that was inserted just now.
  const { rows } = await sql<{ isNew: boolean }>`
    insert into custom_data as d
      (agency_uid, object_uid, object_type, field_uid, text, created_at, updated_at)
    values (${object.agency_uid}, ${object.uid}, ${object.type}, ${field.uid}, ${text},
      ${now}, ${now})
    on conflict (agency_uid, object_uid, field_uid) do update
      set text = excluded.text, updated_at = excluded.updated_at
      where d.text <> excluded.text
    returning xmax = 0 as "isNew"`.execute(db)
  if (rows.length === 0) return null
  return rows[0]!.isNew ? 'CREATED' : 'UPDATED'
}

/** Deletes the value of a field. @returns whether there was one */
export async function removeValue(
  { db }: Pick<Context, 'db'>,
  object: DataObject,
  field: Named,
): Promise<boolean> {
  const where = { agency_uid: object.agency_uid, object_uid: object.uid, field_uid: field.uid }
  return (await deleteRows({ db }, 'custom_data', where)) > 0
}

/** Deletes all values of a field, and gives the objects that had one and are not deleted. */
export async function removeValuesOf(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Named,
): Promise<DataObject[]> {
  const isThere = (table: string, type: string) => sql`${sql.table(table)}.agency_uid =
    ${agency_uid} and ${sql.table(table)}.uid = gone.object_uid and gone.object_type = ${type}
    and ${sql.table(table)}.deleted_at is null`
  const { rows } = await sql<DataObject>`with gone as (
      delete from custom_data where agency_uid = ${agency_uid} and field_uid = ${uid}
      returning agency_uid, object_uid, object_type)
    select gone.agency_uid, gone.object_uid as uid, gone.object_type as type,
      coalesce(p.uid, l.property_uid, u.property_uid) as property_uid
    from gone
    left join properties p on ${isThere('p', 'PROPERTY')}
    left join leads l on ${isThere('l', 'LEAD')} and l.status <> 'SAMPLE'
    left join units u on ${isThere('u', 'UNIT')}
    where num_nonnulls(p.uid, l.uid, u.uid) = 1
    order by gone.object_uid`.execute(db)
  return rows
}
