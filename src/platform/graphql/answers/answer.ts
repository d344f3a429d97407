import { type GraphQLError, getLocation } from 'graphql'
import { writeCursor } from '../../db/page.ts'
import { type ApiError, extensionsOf } from '../../errors.ts'
import type { Piece } from '../../responses/pieces.ts'
import type { Call, RootCall } from '../call.ts'
import type { GraphQLFailure } from '../document.ts'
import { limits } from '../limits.ts'
import type { SourceCheck } from '../roots.ts'

/** How an endpoint words its envelope. */
export interface EnvelopeStyle {
  /**
   * `data` and `extensions.nextCursor` are always there, also where the whole call is refused
   * (leadsql.md §9), or only when they have a value (§6, §7).
   */
  alwaysWhole: boolean
}

/** What the database said of one root field. */
export interface RootResult<Caller> {
  call: RootCall<Caller>
  /** JSON text of the rows (lists: without brackets), null: no row, or too many to be read. */
  json: Piece | null
  rows: number
  /** Key of the last row given, when another row followed the page. */
  lastKey: string | null
  /** When time alone changes it; Infinity: never, 0: it is of this moment. */
  untilMs: number
  check: SourceCheck
}

/** The JSON text of a root field's value. */
export function fieldValue<Caller>({ call, json }: RootResult<Caller>): Piece[] {
  return call.root.kind === 'list' ? ['[', json ?? '', ']'] : [json ?? 'null']
}

/** The refusal of a root field, found before or by the look-up. */
export function refusalOf<Caller>({ call, check }: RootResult<Caller>): ApiError | null {
  return call.refusal ?? check.refusal ?? null
}

/** `"errors":[…],` or nothing. */
export function errorsText<Caller>(results: RootResult<Caller>[]): string {
  const entries = results.flatMap(result => {
    const error = refusalOf(result)
    if (!error) return []
    const { key, nodes } = result.call.selected
    const { loc } = nodes[0]!
    const locations = loc ? [getLocation(loc.source, loc.start)] : []
    return [{ message: error.message, locations, path: [key], extensions: extensionsOf(error) }]
  })
  return entries.length === 0 ? '' : `"errors":${JSON.stringify(entries)},`
}

/** Whether a refused field that may not be null takes the whole of `data` with it. */
export function dataIsNull<Caller>(results: RootResult<Caller>[]): boolean {
  return results.some(result => result.call.nonNull && refusalOf(result) !== null)
}

/** `,"extensions":{…}` or nothing. `saysCost`: the client asked for it. */
export function extensionsText<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  style: EnvelopeStyle,
  saysCost: boolean,
): string {
  const extensions: Record<string, unknown> = {}
  const lists = results.filter(({ call }) => call.root.kind === 'list')
  const pages = Object.fromEntries(
    lists.map(result => [result.call.selected.key, pageExtensions(result)]),
  )
  if (lists.length === 1 || style.alwaysWhole) {
    Object.assign(extensions, lists[0] ? pages[lists[0].call.selected.key] : {})
  }
  if (style.alwaysWhole) extensions.nextCursor ??= null
  if (lists.length > 1 && Object.values(pages).some(page => Object.keys(page).length > 0)) {
    extensions.pages = pages
  }
  if (saysCost) extensions.cost = { requested: call.cost, limit: limits.cost }
  if (Object.keys(extensions).length === 0) return ''
  return `,"extensions":${JSON.stringify(extensions)}`
}

/** The body of a call of which nothing could be answered (contract/leadsql.md §7, §9). */
export function failureText(failure: GraphQLFailure, { alwaysWhole }: EnvelopeStyle): string {
  const errors = failure.errors.map(({ error, locations }) => ({
    message: error.message,
    ...(locations ? { locations: locations as GraphQLError['locations'] } : {}),
    extensions: extensionsOf(error),
  }))
  const rest = alwaysWhole ? { data: null, extensions: { nextCursor: null } } : {}
  return JSON.stringify({ errors, ...rest })
}

function pageExtensions<Caller>(result: RootResult<Caller>): Record<string, unknown> {
  const { call, lastKey, check } = result
  if (refusalOf(result)) return call.limit === null ? {} : { nextCursor: null }
  if (call.sort === null || call.limit === null) return { ...check.extensions }
  const given = call.cursor.offset + Math.min(result.rows, call.limit)
  const next = lastKey === null ? null : writeCursor(given, JSON.parse(lastKey), call.sort)
  return { nextCursor: next, ...check.extensions }
}
