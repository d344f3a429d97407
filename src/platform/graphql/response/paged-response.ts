import type { Run } from '../../db/statements.ts'
import type { Piece } from '../../responses/pieces.ts'
import { type Executor, isUnpaged, skippedResult } from '../execute.ts'
import type { Call } from '../operation.ts'
import { fieldValue, type RootResult, rootError } from './envelope.ts'
import { buildOutline } from './response-body.ts'

/** Number of rows that are read at a time. */
const pageRows = 500

/** Call whose lists are read in pages from one snapshot. */
export interface PagedCall<Caller> {
  executor: Executor<Caller>
  call: Call<Caller>
  now: Date
  /** Returns the end of the response for the results. */
  closing(results: RootResult<Caller>[]): string
}

/** Writes a piece of the response; the promise resolves when it accepts another one. */
type Write = (piece: Piece) => Promise<void> | undefined

/**
 * Reads a response page by page and writes it.
 *
 * @returns its expiry in Unix milliseconds; Infinity: never, 0: only valid now or with errors
 */
export async function writePaged<Caller>(
  paged: PagedCall<Caller>,
  run: Run,
  write: Write,
): Promise<number> {
  const { executor, call, closing } = paged
  const results = await readFirstPages(paged, run)
  let expiresAtMs = findExpiryMs(results)
  for (const item of buildOutline(call, results, executor.schema)) {
    if (typeof item === 'string') await write(item)
    else if (item.root.limit !== null || item.lastKey === null) {
      for (const piece of fieldValue(item)) await write(piece)
    } else expiresAtMs = Math.min(expiresAtMs, await writePages(paged, item, run, write))
  }
  await write(closing(results))
  return expiresAtMs
}

/**
 * Returns the expiry of results, see {@link RootResult.expiresAtMs}; 0: a result has an error, so
 * the response is not cached.
 */
export function findExpiryMs<Caller>(results: RootResult<Caller>[]): number {
  if (results.some(result => rootError(result) !== null)) return 0
  return Math.min(...results.map(({ expiresAtMs }) => expiresAtMs))
}

async function readFirstPages<Caller>(
  { executor, call, now }: PagedCall<Caller>,
  run: Run,
): Promise<RootResult<Caller>[]> {
  const results: RootResult<Caller>[] = []
  for (const root of call.roots) {
    if (root.refusal || !root.source) {
      results.push(skippedResult(root))
    } else {
      const paging = root.paging === 'all' ? 'first' : root.paging
      const firstPage = isUnpaged(root) ? { ...root, limit: pageRows, paging } : root
      const result = await executor.readPage(call, firstPage, now, run)
      // The root without the page size shows `writePaged` that the list continues.
      results.push({ ...result, root })
    }
  }
  return results
}

async function writePages<Caller>(
  { executor, call, now }: PagedCall<Caller>,
  firstPage: RootResult<Caller>,
  run: Run,
  write: Write,
): Promise<number> {
  let expiresAtMs = Infinity
  await write('[')
  await write(firstPage.json ?? '')
  let { lastKey } = firstPage
  while (lastKey !== null) {
    const cursor = { offset: 0, k: JSON.parse(lastKey) as string[] }
    const root = { ...firstPage.root, limit: pageRows, cursor, paging: 'afterKey' as const }
    const page = await executor.readPage(call, root, now, run)
    if (page.json) {
      await write(',')
      await write(page.json)
    }
    lastKey = page.lastKey
    expiresAtMs = Math.min(expiresAtMs, page.expiresAtMs)
  }
  await write(']')
  return expiresAtMs
}
