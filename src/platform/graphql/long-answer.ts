import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { Database, Run } from '../db/database.ts'
import { limitReached } from '../limits/reached.ts'
import { dataIsNull, errorsText, type RootResult, refusalOf, valueText } from './answer.ts'
import type { Call } from './call.ts'
import { bodyText, type Executor, unasked } from './execute.ts'
import { introspect } from './introspect.ts'
import type { LongAnswers } from './long-answers.ts'

const pageRows = 500

/**
 * An answer too long for one statement: its pages are read from one snapshot and written as they
 * come, so that memory does not grow with it. A failure after the first byte destroys the stream.
 *
 * @param closing text after the data, made from the results
 * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when too many are under way
 */
export async function longAnswer<Caller>(
  { database, longAnswers }: { database: Database<never>; longAnswers: LongAnswers },
  credential: string,
  executor: Executor<Caller>,
  call: Call<Caller>,
  now: Date,
  closing: (results: RootResult<Caller>[]) => string,
): Promise<Readable> {
  const write = async (run: Run, open: () => Writable | Promise<Writable>) => {
    const results = await firstPages(executor, call, now, run)
    const out: Out = { stream: await open(), stalledMs: longAnswers.limits.stalledMs }
    if (dataIsNull(results)) await put(out, bodyText(call, results, executor.schema))
    else await putData(out, executor, call, results, now, run)
    await put(out, closing(results))
    return out.stream
  }
  const leave = longAnswers.enter(credential)
  try {
    const answer =
      database.engine === 'pglite' ? await spooled(database, write) : await piped(database, write)
    const { totalMs } = longAnswers.limits
    const timer = setTimeout(() => answer.destroy(tooSlow()), totalMs)
    return answer.once('close', () => {
      clearTimeout(timer)
      leave()
    })
  } catch (error) {
    leave()
    throw error
  }
}

function tooSlow(): Error {
  limitReached('long_answer_total')
  return new Error('The client takes too long')
}

/** Where an answer is written, and how long that may take nothing. */
interface Out {
  stream: Writable
  stalledMs: number
}

type Write = (run: Run, open: () => Writable | Promise<Writable>) => Promise<Writable>

/** From the snapshot straight to the client. */
async function piped(database: Database<never>, write: Write): Promise<Readable> {
  const begun = Promise.withResolvers<Readable>()
  let out: PassThrough | undefined
  const done = database.snapshot(run =>
    write(run, () => {
      out = new PassThrough()
      begun.resolve(out)
      return out
    }),
  )
  done.then(
    () => out?.end(),
    error => (out ? out.destroy(error) : begun.reject(error)),
  )
  return begun.promise
}

/** By way of a file: the embedded database has one connection, which no slow client may hold. */
async function spooled(database: Database<never>, write: Write): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-answer-'))
  const file = join(folder, 'answer.json')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const out = await database.snapshot(run => write(run, () => createWriteStream(file)))
    out.end()
    await once(out, 'close')
    return createReadStream(file).on('close', remove)
  } catch (error) {
    await remove()
    throw error
  }
}

async function firstPages<Caller>(
  executor: Executor<Caller>,
  call: Call<Caller>,
  now: Date,
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
      const result = await executor.page(call, first, now, run)
      results.push({ ...result, call: root })
    }
  }
  return results
}

async function putData<Caller>(
  out: Out,
  executor: Executor<Caller>,
  call: Call<Caller>,
  results: RootResult<Caller>[],
  now: Date,
  run: Run,
): Promise<void> {
  await put(out, `{${errorsText(results)}"data":{`)
  const introspected = introspect(executor.schema.graphql, call)
  for (const [i, { key }] of call.selected.entries()) {
    await put(out, `${i === 0 ? '' : ','}"${key}":`)
    const result = results.find(({ call }) => call.selected.key === key)
    if (!result) await put(out, introspected[key]!)
    else if (refusalOf(result)) await put(out, 'null')
    else if (result.call.limit !== null || result.lastKey === null)
      await put(out, valueText(result))
    else await putPages(out, executor, call, result, now, run)
  }
  await put(out, '}')
}

async function putPages<Caller>(
  out: Out,
  executor: Executor<Caller>,
  call: Call<Caller>,
  first: RootResult<Caller>,
  now: Date,
  run: Run,
): Promise<void> {
  await put(out, `[${first.json ?? ''}`)
  let { lastKey } = first
  while (lastKey !== null) {
    const cursor = { offset: 0, k: JSON.parse(lastKey) as string[] }
    const root = { ...first.call, limit: pageRows, cursor, paging: 'afterKey' as const }
    const page = await executor.page(call, root, now, run)
    if (page.json) await put(out, `,${page.json}`)
    lastKey = page.lastKey
  }
  await put(out, ']')
}

/** Writes and waits until the client has taken enough; one that takes nothing is given up. */
async function put({ stream, stalledMs }: Out, text: string): Promise<void> {
  if (stream.destroyed) throw new Error('The client is gone')
  if (stream.write(text)) return
  const closed = new AbortController()
  const onClose = () => closed.abort()
  stream.once('close', onClose)
  const late = AbortSignal.timeout(stalledMs)
  try {
    await once(stream, 'drain', { signal: AbortSignal.any([closed.signal, late]) })
  } catch (error) {
    if (late.aborted) limitReached('long_answer_stalled')
    throw error
  } finally {
    stream.off('close', onClose)
  }
}
