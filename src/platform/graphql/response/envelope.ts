import { type GraphQLError, getLocation } from 'graphql'
import { writeCursor } from '../../db/pagination.ts'
import { type ApiError, errorExtensions } from '../../errors.ts'
import type { Piece } from '../../responses/pieces.ts'
import type { GraphQLFailure } from '../document.ts'
import { limits } from '../limits.ts'
import type { Call, RootCall } from '../operation.ts'
import type { SourceCheck } from '../root-fields.ts'

export interface EnvelopeStyle {
  /**
   * True: `data` and `extensions.nextCursor` are always present, also in a response without data
   * (leadsql.md §9). False: only if they have a value (§6, §7).
   */
  alwaysComplete: boolean
}

export interface RootResult<Caller> {
  root: RootCall<Caller>
  /** JSON text of the rows, for a list without brackets; null: no row, or too many rows. */
  json: Piece | null
  /** Number of rows, including the one after a page. */
  rows: number
  /** Key of the last returned row if there is a next page. */
  lastKey: string | null
  /** Expiry in Unix milliseconds; Infinity: never, 0: only valid now. */
  expiresAtMs: number
  check: SourceCheck
}

/** Returns the JSON text of a root field's value. */
export function fieldValue<Caller>({ root, json }: RootResult<Caller>): Piece[] {
  return root.definition.kind === 'list' ? ['[', json ?? '', ']'] : [json ?? 'null']
}

/** Returns the error of a root field, found before or by the query; null if there is none. */
export function rootError<Caller>({ root, check }: RootResult<Caller>): ApiError | null {
  return root.refusal ?? check.refusal ?? null
}

/** Returns `"errors":[…],` or an empty string. */
export function errorsText<Caller>(results: RootResult<Caller>[]): string {
  const entries = results.flatMap(result => {
    const error = rootError(result)
    if (!error) return []
    const { key, nodes } = result.root.selected
    const { loc } = nodes[0]!
    const locations = loc ? [getLocation(loc.source, loc.start)] : []
    return [{ message: error.message, locations, path: [key], extensions: errorExtensions(error) }]
  })
  return entries.length === 0 ? '' : `"errors":${JSON.stringify(entries)},`
}

/** Returns whether an error of a non-null field makes `data` null. */
export function dataIsNull<Caller>(results: RootResult<Caller>[]): boolean {
  return results.some(result => result.root.isNonNull && rootError(result) !== null)
}

/**
 * Returns `,"extensions":{…}` or an empty string.
 *
 * @param includesCost true: the client requested the cost
 */
export function extensionsText<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  style: EnvelopeStyle,
  includesCost: boolean,
): string {
  const extensions: Record<string, unknown> = {}
  const lists = results.filter(({ root }) => root.definition.kind === 'list')
  const pages = Object.fromEntries(
    lists.map(result => [result.root.selected.key, pageExtensions(result)]),
  )
  // The extensions of the first list are at the top, those of several lists also in `pages`.
  if (lists.length === 1 || style.alwaysComplete) {
    Object.assign(extensions, lists[0] ? pages[lists[0].root.selected.key] : {})
  }
  if (style.alwaysComplete) extensions.nextCursor ??= null
  if (lists.length > 1 && Object.values(pages).some(page => Object.keys(page).length > 0)) {
    extensions.pages = pages
  }
  if (includesCost) extensions.cost = { requested: call.cost, limit: limits.cost }
  if (Object.keys(extensions).length === 0) return ''
  return `,"extensions":${JSON.stringify(extensions)}`
}

/** Returns the body of a request without data (contract/leadsql.md §7, §9). */
export function failureText(failure: GraphQLFailure, { alwaysComplete }: EnvelopeStyle): string {
  const errors = failure.errors.map(({ error, locations }) => ({
    message: error.message,
    ...(locations ? { locations: locations as GraphQLError['locations'] } : {}),
    extensions: errorExtensions(error),
  }))
  const emptyMembers = alwaysComplete ? { data: null, extensions: { nextCursor: null } } : {}
  return JSON.stringify({ errors, ...emptyMembers })
}

function pageExtensions<Caller>(result: RootResult<Caller>): Record<string, unknown> {
  const { root, lastKey, check } = result
  if (rootError(result)) return root.limit === null ? {} : { nextCursor: null }
  if (root.sort === null || root.limit === null) return { ...check.extensions }
  const offset = root.cursor.offset + Math.min(result.rows, root.limit)
  const nextCursor = lastKey === null ? null : writeCursor(offset, JSON.parse(lastKey), root.sort)
  return { nextCursor, ...check.extensions }
}
