import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { CustomDataField } from '../custom-data-fields/custom-data-field.ts'

/** A property, lead or unit with custom data. */
export interface DataObject {
  agency_uid: string
  uid: string
  type: 'PROPERTY' | 'LEAD' | 'UNIT'
  /** The property itself, or that of the lead or unit. Null for a lead without a property. */
  property_uid: string | null
}

export type CustomDataValue = CustomDataField & { text: string }

type FieldKey = Pick<CustomDataField, 'agency_uid' | 'uid'>

/** Lists the values of an object, sorted by the position of the fields. */
export async function listValues(ctx: Context, object: DataObject): Promise<CustomDataValue[]> {
  const { rows } = await sql<CustomDataValue>`select f.*, d.text from custom_data d
    join custom_data_fields f on f.agency_uid = ${object.agency_uid} and f.uid = d.field_uid
    where d.agency_uid = ${object.agency_uid} and d.object_uid = ${object.uid}
    order by f.position, f.uid`.execute(ctx.db)
  return rows
}

/**
 * Inserts or updates the value of a locked field. Safe for concurrent writes.
 *
 * @returns null if the value is unchanged
 */
export async function storeValue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  object: DataObject,
  field: FieldKey,
  text: string,
): Promise<'CREATED' | 'UPDATED' | null> {
  const now = clock.now()
  // `xmax` is 0 for a row that was just inserted.
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

/**
 * Deletes the value of a field.
 *
 * @returns whether it existed
 */
export async function removeValue(
  { db }: Pick<Context, 'db'>,
  object: DataObject,
  field: FieldKey,
): Promise<boolean> {
  const where = { agency_uid: object.agency_uid, object_uid: object.uid, field_uid: field.uid }
  return (await deleteRows({ db }, 'custom_data', where)) > 0
}

/**
 * Deletes all values of a field.
 *
 * @returns the objects that had a value and are not deleted
 */
export async function removeFieldValues(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: FieldKey,
): Promise<DataObject[]> {
  const isObject = (alias: string, type: string) => sql`${sql.table(alias)}.agency_uid =
    ${agency_uid} and ${sql.table(alias)}.uid = deleted.object_uid and deleted.object_type = ${type}
    and ${sql.table(alias)}.deleted_at is null`
  const { rows } = await sql<DataObject>`with deleted as (
      delete from custom_data where agency_uid = ${agency_uid} and field_uid = ${uid}
      returning agency_uid, object_uid, object_type)
    select deleted.agency_uid, deleted.object_uid as uid, deleted.object_type as type,
      coalesce(p.uid, l.property_uid, u.property_uid) as property_uid
    from deleted
    left join properties p on ${isObject('p', 'PROPERTY')}
    left join leads l on ${isObject('l', 'LEAD')} and l.status <> 'SAMPLE'
    left join units u on ${isObject('u', 'UNIT')}
    where num_nonnulls(p.uid, l.uid, u.uid) = 1
    order by deleted.object_uid`.execute(db)
  return rows
}
