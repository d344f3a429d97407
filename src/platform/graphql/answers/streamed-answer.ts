import { Readable } from 'node:stream'
import type { Database } from '../../db/database.ts'
import type { Piece } from './answer.ts'
import { joined } from './answer-body.ts'
import { type PagedCall, putPaged } from './paged-answer.ts'

/** An answer that was read to its end. */
interface Read {
  /** The whole of it; null: more than was to be kept. */
  body: Buffer | null
  /** When time alone changes it; Infinity: never, 0: it is of this moment. */
  untilMs: number
}

/**
 * Sends an answer while it is read, whether its client takes it or not: a slow one holds no
 * connection of the database. A failure destroys the stream, so that nobody takes a part for all.
 *
 * @param keptBytesMax what is longer is not given back
 * @param begin is handed the stream when nothing can refuse the call any more
 */
export async function streamedAnswer<Caller>(
  database: Pick<Database<never>, 'snapshot'>,
  paged: PagedCall<Caller>,
  keptBytesMax: number,
  begin: (stream: Readable) => void,
): Promise<Read> {
  const stream = new Readable({ read() {} })
  let pieces: Piece[] | null = []
  let bytes = 0
  const put = (piece: Piece) => {
    if (!stream.destroyed) stream.push(piece)
    bytes += piece.length
    if (bytes > keptBytesMax) pieces = null
    pieces?.push(piece)
  }
  try {
    const untilMs = await database.snapshot(run =>
      putPaged(paged, run, () => {
        begin(stream)
        return put
      }),
    )
    stream.push(null)
    return { body: pieces && joined(pieces), untilMs }
  } catch (error) {
    stream.destroy(error as Error)
    throw error
  }
}
