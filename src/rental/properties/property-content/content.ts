/**
 * What the tables of content have in common: every row belongs to a property or a hotel, and is
 * seen by who reaches that (contract/properties.md §6). Who writes a table is its noun.
 */
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { deleteRow, updateRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, type NotFoundCode, notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import type { Wanted } from '../../access/partners/reach.sql.ts'
import type { Tables } from '../../tables.ts'
import {
  type ContentHolder,
  checkWritable,
  isHolderReached,
  touchHolder,
} from './reached-content-holder.ts'

/** The tables whose rows have a uid, and a property or a hotel that they belong to. */
export type ContentTable = 'photos' | 'amenities' | 'custom_amenities' | 'property_rules'

/** Table of content, and the code of a row that is not there. */
export interface ContentKind<T extends ContentTable> {
  table: T
  unknown: NotFoundCode
}

type Content<T extends ContentTable> = Selectable<Tables[T]> & ContentHolder & { uid: string }

/** The condition that the content row under an alias belongs to a holder. */
export function isOfHolder(alias: string, holder: ContentHolder): Sql {
  const row = sql.table(alias)
  return sql`${row}.agency_uid = ${holder.agency_uid}::uuid
    and coalesce(${row}.property_uid, ${row}.hotel_uid)
      = ${holder.property_uid ?? holder.hotel_uid}::uuid`
}

/** The rows of a table that belong to a holder within reach, oldest first or as `columns` say. */
export async function listContent<T extends ContentTable>(
  ctx: Context,
  table: T,
  holder: ContentHolder,
  columns: (keyof Tables[T] & string)[] = ['created_at', 'uid'],
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
  { table, unknown }: ContentKind<T>,
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

/**
 * Writes content in one transaction, and says so of its holder.
 *
 * @param write gives what was written, undefined when that is nothing
 */
export async function writeContent<R>(
  ctx: Context,
  holder: ContentHolder,
  write: (ctx: Context) => Promise<R | undefined>,
): Promise<R | undefined> {
  return transaction(ctx, async (ctx: Context) => {
    const written = await write(ctx)
    if (written !== undefined) await touchHolder(ctx, holder)
    return written
  })
}

/**
 * Adds content that a holder has once.
 *
 * @param insert gives nothing when the holder has it already; `isIt` tells which row that is
 * @throws ApiError ALREADY_EXISTS
 */
export async function addContentOnce<T extends ContentTable>(
  ctx: Context,
  { table, holder }: { table: T; holder: ContentHolder },
  insert: (ctx: Context) => Promise<Selectable<Tables[T]>[]>,
  isIt: (row: Selectable<Tables[T]>) => boolean,
): Promise<Selectable<Tables[T]>> {
  const added = await writeContent(ctx, holder, async ctx => (await insert(ctx))[0])
  if (added) return added
  const present = (await listContent(ctx, table, holder)).find(isIt)
  const whose = holder.property_uid === null ? 'hotel' : 'property'
  throw new ApiError('ALREADY_EXISTS', `The ${whose} already has an equal entry`, {
    members: { existingUid: (present as { uid: string } | undefined)?.uid },
  })
}

/**
 * Changes those columns of a content row that are given and differ; with none nothing is touched.
 *
 * @throws ApiError `unknown` when the row has gone meanwhile
 */
export async function changeContent<T extends ContentTable>(
  ctx: Context,
  { table, unknown }: ContentKind<T>,
  row: Content<T>,
  change: { [Column in keyof Tables[T]]?: unknown },
): Promise<Content<T>> {
  const changes = differing<Record<string, unknown>>({ ...row }, change) as Updateable<Tables[T]>
  if (Object.keys(changes).length === 0) return row
  const written = await writeContent(ctx, row, ctx => updateRow(ctx, table, row, changes))
  if (!written) throw notFound(unknown, row.uid)
  return written as unknown as Content<T>
}

/** @throws ApiError `unknown` when the row has gone meanwhile */
export async function deleteContent<T extends ContentTable>(
  ctx: Context,
  { table, unknown }: ContentKind<T>,
  row: Content<T>,
): Promise<void> {
  const deleted = await writeContent(ctx, row, ctx => deleteRow(ctx, table, row))
  if (deleted === undefined) throw notFound(unknown, row.uid)
}
