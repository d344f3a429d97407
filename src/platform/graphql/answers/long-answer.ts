import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { Database, Run } from '../../db/database.ts'
import { limitReached } from '../../limits/reached.ts'
import type { Piece } from './answer.ts'
import type { LongAnswers } from './long-answers.ts'
import { type PagedCall, putPaged } from './paged-answer.ts'

/**
 * An answer too long to be read whether its client takes it or not: reading it waits for the
 * client, so that memory does not grow with it. A failure after the first byte destroys the stream.
 *
 * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when too many are under way
 */
export async function longAnswer<Caller>(
  { database, longAnswers }: { database: Database<never>; longAnswers: LongAnswers },
  credential: string,
  paged: PagedCall<Caller>,
): Promise<Readable> {
  const { stalledMs } = longAnswers.limits
  const write: Write = async (run, open) => {
    let out: Writable | undefined
    await putPaged(paged, run, async () => {
      const stream = await open()
      out = stream
      return piece => put({ stream, stalledMs }, piece)
    })
    return out!
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

/** Writes and waits until the client has taken enough; one that takes nothing is given up. */
async function put({ stream, stalledMs }: Out, piece: Piece): Promise<void> {
  if (stream.destroyed) throw new Error('The client is gone')
  if (stream.write(piece)) return
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
