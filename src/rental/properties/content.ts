/**
 * What the tables of content have in common: every row belongs to a property or a hotel, and is
 * seen by who reaches that (contract/properties.md §6). Who writes a table is its noun.
 */
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { type ErrorCode, notFound } from '../../platform/errors.ts'
import type { Sql } from '../../platform/graphql/fields.ts'
import { asUid } from '../../platform/uid.ts'
import { ofCaller } from '../agencies/tenant.ts'
import type { Wanted } from '../partners/reach.ts'
import type { Tables } from '../tables.ts'
import { type ContentHolder, checkWritable, isHolderReached } from './content-holder.ts'

/** The tables whose rows have a uid, and a property or a hotel that they belong to. */
type ContentTable = 'photos' | 'amenities' | 'custom_amenities' | 'property_rules'

/** The condition that the content row under an alias belongs to a holder. */
export function isOfHolder(alias: string, holder: ContentHolder): Sql {
  const row = sql.table(alias)
  return sql`${row}.agency_uid = ${holder.agency_uid}::uuid
    and coalesce(${row}.property_uid, ${row}.hotel_uid)
      = ${holder.property_uid ?? holder.hotel_uid}::uuid`
}

/** The rows of a table that belong to a holder within reach, in the order of `columns`. */
export async function listContent<T extends ContentTable>(
  ctx: Context,
  table: T,
  holder: ContentHolder,
  columns: (keyof Tables[T] & string)[],
): Promise<Selectable<Tables[T]>[]> {
  const order = sql.join(columns.map(column => sql.ref(`c.${column}`)))
  const { rows } = await sql<Selectable<Tables[T]>>`select c.* from ${sql.table(table)} c
    where ${isOfHolder('c', holder)} order by ${order}`.execute(ctx.db)
  return rows
}

/**
 * The row that a uid in a path names, if the caller reaches what it belongs to.
 *
 * @throws ApiError `unknown`; READ_ONLY_GRANT
 */
export async function reachedContent<T extends ContentTable>(
  ctx: Context,
  table: T,
  unknown: Extract<ErrorCode, `${string}_NOT_FOUND`>,
  text: string,
  { access = 'READ' }: Pick<Wanted, 'access'> = {},
): Promise<Selectable<Tables[T]> & ContentHolder> {
  const { rows } = await sql<Selectable<Tables[T]> & ContentHolder>`
    select c.* from ${sql.table(table)} c
    where ${ofCaller(ctx.caller, 'c')} and c.uid = ${asUid(text)}::uuid
    and ${isHolderReached(ctx, 'c')}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw notFound(unknown, text)
  if (access === 'READ_WRITE') await checkWritable(ctx, row)
  return row
}
