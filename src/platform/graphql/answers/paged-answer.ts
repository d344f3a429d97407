import type { Run } from '../../db/database.ts'
import type { Piece } from '../../responses/pieces.ts'
import type { Call } from '../call.ts'
import { type Executor, isWhole, unasked } from '../execute.ts'
import { fieldValue, type RootResult, refusalOf } from './answer.ts'
import { outlineOf } from './answer-body.ts'

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
type Put = (piece: Piece) => Promise<void> | undefined

/**
 * Reads an answer page by page and puts it, piece by piece.
 *
 * @returns when time alone changes it; Infinity: never, 0: it is of this moment or has refusals
 */
export async function putPaged<Caller>(
  paged: PagedCall<Caller>,
  run: Run,
  put: Put,
): Promise<number> {
  const { executor, call, closing } = paged
  const results = await firstPages(paged, run)
  let untilMs = untilOf(results)
  for (const part of outlineOf(call, results, executor.schema)) {
    if (typeof part === 'string') await put(part)
    else if (part.call.limit !== null || part.lastKey === null) {
      for (const piece of fieldValue(part)) await put(piece)
    } else untilMs = Math.min(untilMs, await putPages(paged, part, run, put))
  }
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
      const paging = root.paging === 'all' ? 'first' : root.paging
      const first = isWhole(root) ? { ...root, limit: pageRows, paging } : root
      const result = await executor.page(call, first, now, run)
      results.push({ ...result, call: root })
    }
  }
  return results
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
    const page = await executor.page(call, root, now, run)
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
