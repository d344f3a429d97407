/** Copies tables out of and into an embedded database, in chunks of bounded size. */
import type { Copy, Load, TableColumns } from '../statements.ts'
import type { ConnectionLease } from './connection-queue.ts'

/** Blocks of 8 KiB per chunk. Long values, which PostgreSQL stores separately, are in addition. */
const blocksPerChunk = 512
const chunkBytes = 4 * 1_048_576
/** Byte of a line feed. */
const lineFeed = 10

export function copyFrom(lease: ConnectionLease): Copy {
  return async function* ({ table, columns }: TableColumns) {
    const countBlocks = `select pg_relation_size('${table.replaceAll("'", "''")}') / 8192`
    const [result] = await lease.query(countBlocks, [], { asArrays: true })
    const [blocks] = result!.rows[0] as [number]
    // `ctid` is the physical position of a row: its block, and its number in the block.
    for (let first = 0; first < blocks; first += blocksPerChunk) {
      const rows = `select ${columns} from ${table}
        where ctid >= '(${first},0)' and ctid < '(${first + blocksPerChunk},0)'`
      const [chunk] = await lease.query(`copy (${rows}) to '/dev/blob'`, [], {
        asArrays: true,
      })
      if (chunk?.output) yield chunk.output
    }
  }
}

export function loadInto(lease: ConnectionLease): Load {
  return async ({ table, columns }, text) => {
    for await (const chunk of splitAtLines(text)) {
      await lease.query(`copy ${table} (${columns}) from '/dev/blob'`, [], {
        asArrays: true,
        input: chunk,
      })
    }
  }
}

/** Splits the text of `COPY`, which has one line per row, into chunks of complete lines. */
async function* splitAtLines(
  text: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  let buffered: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of text) {
    buffered.push(chunk)
    bytes += chunk.length
    const end = bytes < chunkBytes ? -1 : chunk.lastIndexOf(lineFeed)
    if (end === -1) continue
    const partialLine = chunk.subarray(end + 1)
    yield Buffer.concat([...buffered.slice(0, -1), chunk.subarray(0, end + 1)])
    buffered = [partialLine]
    bytes = partialLine.length
  }
  if (bytes > 0) yield Buffer.concat(buffered)
}
