import type { Run } from '../../db/database.ts'
import { Patience, withPatience } from '../../db/patience.ts'
import type { Call } from '../call.ts'
import { type Executor, unasked } from '../execute.ts'
import { introspect } from '../introspect.ts'
import {
  dataIsNull,
  errorsText,
  fieldValue,
  type Piece,
  type RootResult,
  refusalOf,
} from './answer.ts'
import { bodyOf } from './answer-body.ts'

const pageRows = 500

/** A call whose answer is read in pages, from one snapshot. */
export interface PagedCall<Caller> {
  executor: Executor<Caller>
  call: Call<Caller>
  now: Date
  /** Text after the data, made from the results. */
  closing(results: RootResult<Caller>[]): string
}

/** Takes the next piece of an answer, and says when it takes another. */
type Put = (piece: Piece) => Promise<void> | void

/**
 * Reads an answer page by page and puts it, piece by piece.
 *
 * @param open is called when all is known that may refuse the call, before the first piece
 * @returns when time alone changes it; Infinity: never, 0: it is of this moment or has refusals
 */
export async function putPaged<Caller>(
  paged: PagedCall<Caller>,
  run: Run,
  open: () => Promise<Put> | Put,
): Promise<number> {
  const { executor, call, closing } = paged
  const results = await firstPages(paged, run)
  const put = await open()
  let untilMs = untilOf(results)
  if (dataIsNull(results)) {
    for (const piece of bodyOf(call, results, executor.schema)) await put(piece)
  } else untilMs = Math.min(untilMs, await putData(paged, results, run, put))
  await put(closing(results))
  return untilMs
}

/** When time alone changes what was read; refusals are made anew. */
export function untilOf<Caller>(results: RootResult<Caller>[]): number {
  if (results.some(result => refusalOf(result) !== null)) return 0
  return Math.min(...results.map(({ untilMs }) => untilMs))
}

async function firstPages<Caller>(
  { executor, call, now }: PagedCall<Caller>,
  run: Run,
): Promise<RootResult<Caller>[]> {
  const results: RootResult<Caller>[] = []
  for (const root of call.roots) {
    if (root.refusal || !root.source) {
      results.push(unasked(root))
    } else {
      const paged = root.root.kind === 'list' && root.limit === null
      const paging = root.paging === 'all' ? 'first' : root.paging
      const first = paged ? { ...root, limit: pageRows, paging } : root
      const result = await withPatience(new Patience(), () => executor.page(call, first, now, run))
      results.push({ ...result, call: root })
    }
  }
  return results
}

async function putData<Caller>(
  paged: PagedCall<Caller>,
  results: RootResult<Caller>[],
  run: Run,
  put: Put,
): Promise<number> {
  const { executor, call } = paged
  let untilMs = Infinity
  await put(`{${errorsText(results)}"data":{`)
  const introspected = introspect(executor.schema.graphql, call)
  for (const [i, { key }] of call.selected.entries()) {
    await put(`${i === 0 ? '' : ','}"${key}":`)
    const result = results.find(({ call }) => call.selected.key === key)
    if (!result) await put(introspected[key]!)
    else if (refusalOf(result)) await put('null')
    else if (result.call.limit !== null || result.lastKey === null) {
      for (const piece of fieldValue(result)) await put(piece)
    } else untilMs = Math.min(untilMs, await putPages(paged, result, run, put))
  }
  await put('}')
  return untilMs
}

async function putPages<Caller>(
  { executor, call, now }: PagedCall<Caller>,
  first: RootResult<Caller>,
  run: Run,
  put: Put,
): Promise<number> {
  let untilMs = Infinity
  await put('[')
  await put(first.json ?? '')
  let { lastKey } = first
  while (lastKey !== null) {
    const cursor = { offset: 0, k: JSON.parse(lastKey) as string[] }
    const root = { ...first.call, limit: pageRows, cursor, paging: 'afterKey' as const }
    // An answer of many pages takes its time, and each of them shows that the database answers.
    const page = await withPatience(new Patience(), () => executor.page(call, root, now, run))
    if (page.json) {
      await put(',')
      await put(page.json)
    }
    lastKey = page.lastKey
    untilMs = Math.min(untilMs, page.untilMs)
  }
  await put(']')
  return untilMs
}
