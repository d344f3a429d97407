/** The operations that are the same for every noun of content: contract/properties.md §6. */
import type { Selectable } from 'kysely'
import { type Context, route } from '../../../context.ts'
import type { NotFoundCode } from '../../../platform/errors.ts'
import { type TSchema, Type } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import type { Version } from '../../../platform/rest/version.ts'
import type { Tables } from '../../tables.ts'
import { type ContentTable, listContent, reachedContent } from './content.ts'
import { type ContentHolder, holderFields, reachedHolder } from './reached-content-holder.ts'

interface ContentNoun<T extends ContentTable> {
  table: T
  /** The order of its list, if it is not that of being made. */
  order?: (keyof Tables[T] & string)[]
  path: string
  tag: string
  /** The key of one and of a list over the wire, and what one is called. */
  one: string
  many: string
  called: string
  unknown: NotFoundCode
  shape: TSchema
  present(row: Selectable<Tables[T]>, ctx: Context): unknown
  remove(ctx: Context, row: Selectable<Tables[T]> & ContentHolder): Promise<void>
  removedSince?: Version
}

const writes = { access: 'READ_WRITE' } as const

/** What a change of content tells of its holder. */
export const changes = ['UPDATED_PROPERTY', 'HOTEL_UPDATED'] as const

/**
 * The entries of a route table for listing a noun of content, getting one and deleting one, and the
 * checks that adding and changing one begin with.
 */
export function contentRoutes<T extends ContentTable>(noun: ContentNoun<T>) {
  const { table, order, path, tag, one, many, called, unknown, shape, present } = noun
  const reached = (ctx: Context, params: Record<string, string>, wanted = {}) =>
    reachedContent(ctx, { table, unknown }, params.uid!, wanted)
  return {
    /** Finds the holder that a body names. */
    authorizeAdding: async (
      ctx: Context,
      { body }: { body: Parameters<typeof reachedHolder>[1] },
    ) => reachedHolder(ctx, body, writes),
    /** Finds the row that a path names. */
    authorizeChanging: async (ctx: Context, { params }: { params: Record<string, string> }) =>
      reached(ctx, params, writes),
    list: route({
      method: 'GET',
      path,
      summary: `List the ${tag.toLowerCase()} of a property or hotel`,
      tag,
      query: Type.Object(holderFields),
      answer: unpagedAnswer(many, shape),
      errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
      handler: async (ctx, { query }) => {
        const rows = await listContent(ctx, table, await reachedHolder(ctx, query), order)
        return unpaged(
          many,
          rows.map(row => present(row, ctx)),
        )
      },
    }),
    get: route({
      method: 'GET',
      path: `${path}/:uid`,
      summary: `Get ${called}`,
      tag,
      answer: Type.Object({ [one]: shape }),
      errors: [unknown],
      handler: async (ctx, { params }) => ({ [one]: present(await reached(ctx, params), ctx) }),
    }),
    delete: route({
      method: 'DELETE',
      path: `${path}/:uid`,
      ...(noun.removedSince === undefined ? {} : { since: noun.removedSince }),
      summary: `Delete ${called}`,
      tells: changes,
      tag,
      http: { status: 204 },
      errors: [unknown, 'READ_ONLY_GRANT'],
      handler: async (ctx, { params }) => noun.remove(ctx, await reached(ctx, params, writes)),
    }),
  }
}
