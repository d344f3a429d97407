/** Routes that all kinds of content share: contract/properties.md §6. */
import type { Selectable } from 'kysely'
import { type Context, route } from '../../../context.ts'
import type { NotFoundCode } from '../../../platform/errors.ts'
import { type TSchema, Type } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import type { Version } from '../../../platform/rest/version.ts'
import type { Tables } from '../../tables.ts'
import { type ContentTable, listContent, requireContent } from './content.ts'
import {
  type ContentOwner,
  contentOwnerFields,
  requireContentOwner,
} from './require-content-owner.ts'

interface ContentRouteOptions<T extends ContentTable> {
  table: T
  /** Sort columns of the list; default: oldest first. */
  order?: (keyof Tables[T] & string)[]
  path: string
  tag: string
  /** Keys of a single row and of the list on the wire. */
  rowKey: string
  listKey: string
  /** Name in summaries, such as `a photo`. */
  summaryName: string
  notFoundCode: NotFoundCode
  shape: TSchema
  present(row: Selectable<Tables[T]>, ctx: Context): unknown
  remove(ctx: Context, row: Selectable<Tables[T]> & ContentOwner): Promise<void>
  removedSince?: Version
}

const writeAccess = { access: 'READ_WRITE' } as const

/** Events that a change of content emits. */
export const contentEvents = ['UPDATED_PROPERTY', 'HOTEL_UPDATED'] as const

/**
 * Returns the routes for listing, getting and deleting a kind of content, and the authorization
 * checks for adding and changing it.
 */
export function contentRoutes<T extends ContentTable>(options: ContentRouteOptions<T>) {
  const { table, order, path, tag, rowKey, listKey, summaryName, notFoundCode, shape, present } =
    options
  const requireRow = (ctx: Context, params: Record<string, string>, access = {}) =>
    requireContent(ctx, { table, notFoundCode }, params.uid!, access)
  return {
    /** Returns the content owner that a body names. */
    authorizeAdding: async (
      ctx: Context,
      { body }: { body: Parameters<typeof requireContentOwner>[1] },
    ) => requireContentOwner(ctx, body, writeAccess),
    /** Returns the row that a path names. */
    authorizeChanging: async (ctx: Context, { params }: { params: Record<string, string> }) =>
      requireRow(ctx, params, writeAccess),
    list: route({
      method: 'GET',
      path,
      summary: `List the ${tag.toLowerCase()} of a property or hotel`,
      tag,
      query: Type.Object(contentOwnerFields),
      response: unpagedResponse(listKey, shape),
      errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
      handler: async (ctx, { query }) => {
        const rows = await listContent(ctx, table, await requireContentOwner(ctx, query), order)
        return unpaged(
          listKey,
          rows.map(row => present(row, ctx)),
        )
      },
    }),
    get: route({
      method: 'GET',
      path: `${path}/:uid`,
      summary: `Get ${summaryName}`,
      tag,
      response: Type.Object({ [rowKey]: shape }),
      errors: [notFoundCode],
      handler: async (ctx, { params }) => ({
        [rowKey]: present(await requireRow(ctx, params), ctx),
      }),
    }),
    delete: route({
      method: 'DELETE',
      path: `${path}/:uid`,
      ...(options.removedSince === undefined ? {} : { since: options.removedSince }),
      summary: `Delete ${summaryName}`,
      emits: contentEvents,
      tag,
      http: { status: 204 },
      errors: [notFoundCode, 'READ_ONLY_GRANT'],
      handler: async (ctx, { params }) =>
        options.remove(ctx, await requireRow(ctx, params, writeAccess)),
    }),
  }
}
