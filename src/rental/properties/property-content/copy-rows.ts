import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows, insertRows } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'
import { recordPropertyUpdate } from '../properties/record-property-update.ts'

/** Tables of lists that a property can take from another one. */
type CopiedTable =
  | 'amenities'
  | 'custom_amenities'
  | 'property_rules'
  | 'property_descriptions'
  | 'fees'

interface PropertyKey {
  agency_uid: string
  uid: string
}

/** Result of copying a list: its length, and whether the target had another one. */
export interface Copied {
  count: number
  isChanged: boolean
}

interface CopiedRow {
  uid?: string
  property_uid: string
  created_at: Date
  updated_at?: Date
}

/**
 * Replaces the rows of a locked property in a table by copies of those of another property, in the
 * same order. Writes nothing if they are equal.
 *
 * @param column sort column of the list; rows with the same value are sorted by uid
 */
export async function copyRows(
  ctx: Context,
  table: CopiedTable,
  { source, target }: { source: PropertyKey; target: PropertyKey },
  column: 'created_at' | 'locale' = 'created_at',
): Promise<Copied> {
  const [sourceRows, currentRows] = [
    await listRows(ctx, table, source, column),
    await listRows(ctx, table, target, column),
  ]
  const count = sourceRows.length
  if (isDeepStrictEqual(sourceRows.map(contentOf), currentRows.map(contentOf)))
    return { count, isChanged: false }
  const now = ctx.clock.now()
  const copies = sourceRows.map(row => ({
    ...row,
    property_uid: target.uid,
    created_at: now,
    ...('uid' in row ? { uid: newUid(now.getTime()) } : {}),
    ...('updated_at' in row ? { updated_at: now } : {}),
  }))
  const { agency_uid, uid: property_uid } = target
  await deleteRows(ctx, table, { agency_uid, property_uid })
  await insertRows(ctx, table, copies as never)
  await recordPropertyUpdate(ctx, target)
  return { count, isChanged: true }
}

async function listRows(
  { db }: Pick<Context, 'db'>,
  table: CopiedTable,
  { agency_uid, uid }: PropertyKey,
  column: string,
): Promise<CopiedRow[]> {
  const sorting = column === 'created_at' ? sql`created_at, uid` : sql.ref(column)
  const { rows } = await sql<CopiedRow>`select * from ${sql.table(table)} c
    where c.agency_uid = ${agency_uid} and c.property_uid = ${uid} order by ${sorting}`.execute(db)
  return rows
}

/** Returns the columns of a row that a copy takes over. */
function contentOf(row: CopiedRow) {
  const { uid: _uid, property_uid: _property, created_at: _created, ...content } = row
  return { ...content, updated_at: null }
}
