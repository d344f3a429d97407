/**
 * Queries that all content tables share. Each row belongs to a property or a hotel, and is
 * accessible if that is (contract/properties.md §6). Inserts are in the folder of each kind.
 */
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { deleteRow, updateRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, type NotFoundCode, notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import type { RequiredAccess } from '../../access/partners/access-scope.sql.ts'
import type { Tables } from '../../tables.ts'
import {
  type ContentOwner,
  checkWritable,
  isContentOwnerAccessible,
  recordContentUpdate,
} from './require-content-owner.ts'

/** Tables whose rows have a uid and belong to a property or a hotel. */
export type ContentTable = 'photos' | 'amenities' | 'custom_amenities' | 'property_rules'

/** Content table, and its error code for a row that does not exist. */
export interface ContentKind<T extends ContentTable> {
  table: T
  notFoundCode: NotFoundCode
}

type Content<T extends ContentTable> = Selectable<Tables[T]> & ContentOwner & { uid: string }

/** Returns the condition that the content row under an alias belongs to a content owner. */
export function isOwnedBy(alias: string, owner: ContentOwner): Sql {
  const row = sql.table(alias)
  return sql`${row}.agency_uid = ${owner.agency_uid}::uuid
    and coalesce(${row}.property_uid, ${row}.hotel_uid)
      = ${owner.property_uid ?? owner.hotel_uid}::uuid`
}

/** Lists the content rows of an accessible content owner, oldest first or by `columns`. */
export async function listContent<T extends ContentTable>(
  ctx: Context,
  table: T,
  owner: ContentOwner,
  columns: (keyof Tables[T] & string)[] = ['created_at', 'uid'],
): Promise<Selectable<Tables[T]>[]> {
  const order = sql.join(columns.map(column => sql.ref(`c.${column}`)))
  const { rows } = await sql<Selectable<Tables[T]>>`select c.* from ${sql.table(table)} c
    where ${isOwnedBy('c', owner)} order by ${order}`.execute(ctx.db)
  return rows
}

/**
 * Returns the content row with this uid, if the caller may access its owner.
 *
 * @throws ApiError `notFoundCode`; READ_ONLY_GRANT
 */
export async function requireContent<T extends ContentTable>(
  ctx: Context,
  { table, notFoundCode }: ContentKind<T>,
  uidText: string,
  { access = 'READ' }: Pick<RequiredAccess, 'access'> = {},
): Promise<Selectable<Tables[T]> & ContentOwner> {
  const { rows } = await sql<Selectable<Tables[T]> & ContentOwner>`
    select c.* from ${sql.table(table)} c
    where ${inCallerTenant(ctx.caller, 'c')} and c.uid = ${asUid(uidText)}::uuid
    and ${isContentOwnerAccessible(ctx, 'c')}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw notFound(notFoundCode, uidText)
  if (access === 'READ_WRITE') await checkWritable(ctx, row)
  return row
}

/**
 * Writes content in a transaction and emits the content owner's events.
 *
 * @param write returns the result, undefined if nothing was written
 */
export async function writeContent<R>(
  ctx: Context,
  owner: ContentOwner,
  write: (ctx: Context) => Promise<R | undefined>,
): Promise<R | undefined> {
  return transaction(ctx, async (ctx: Context) => {
    const result = await write(ctx)
    if (result !== undefined) await recordContentUpdate(ctx, owner)
    return result
  })
}

/**
 * Adds content that a content owner can have only once.
 *
 * @param insert returns no rows if the content owner already has it; `isSame` finds the existing
 *   row
 * @throws ApiError ALREADY_EXISTS
 */
export async function addContentOnce<T extends ContentTable>(
  ctx: Context,
  { table, owner }: { table: T; owner: ContentOwner },
  insert: (ctx: Context) => Promise<Selectable<Tables[T]>[]>,
  isSame: (row: Selectable<Tables[T]>) => boolean,
): Promise<Selectable<Tables[T]>> {
  const added = await writeContent(ctx, owner, async ctx => (await insert(ctx))[0])
  if (added) return added
  const existing = (await listContent(ctx, table, owner)).find(isSame)
  const ownerKind = owner.property_uid === null ? 'hotel' : 'property'
  throw new ApiError('ALREADY_EXISTS', `The ${ownerKind} already has an equal entry`, {
    members: { existingUid: (existing as { uid: string } | undefined)?.uid },
  })
}

/**
 * Updates columns of a content row that differ. Undefined values are skipped. Emits no event if
 * nothing changes.
 *
 * @throws ApiError `notFoundCode` if the row was deleted concurrently
 */
export async function changeContent<T extends ContentTable>(
  ctx: Context,
  { table, notFoundCode }: ContentKind<T>,
  row: Content<T>,
  change: { [Column in keyof Tables[T]]?: unknown },
): Promise<Content<T>> {
  const changes = diffColumns<Record<string, unknown>>({ ...row }, change) as Updateable<Tables[T]>
  if (Object.keys(changes).length === 0) return row
  const updatedRow = await writeContent(ctx, row, ctx => updateRow(ctx, table, row, changes))
  if (!updatedRow) throw notFound(notFoundCode, row.uid)
  return updatedRow as unknown as Content<T>
}

/** @throws ApiError `notFoundCode` if the row was deleted concurrently */
export async function deleteContent<T extends ContentTable>(
  ctx: Context,
  { table, notFoundCode }: ContentKind<T>,
  row: Content<T>,
): Promise<void> {
  const deleted = await writeContent(ctx, row, ctx => deleteRow(ctx, table, row))
  if (deleted === undefined) throw notFound(notFoundCode, row.uid)
}
