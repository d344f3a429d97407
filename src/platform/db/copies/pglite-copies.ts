/** Whole tables out of and into an embedded database, a part of bounded size at a time. */
import type { Copied, Copy, Load } from '../database.ts'
import type { Turn } from '../pglite/turns.ts'

/** Blocks of 8 KiB; what lies beside a table, because it is long, comes on top. */
const blocksAtOnce = 512
const bytesAtOnce = 4 * 1_048_576
const lineEnd = 10

export function copyOutOf(turn: Turn): Copy {
  return async function* ({ table, columns }: Copied) {
    const size = `select pg_relation_size('${table.replaceAll("'", "''")}') / 8192`
    const [counted] = await turn.ask(size, [], true)
    const [blocks] = counted!.rows[0] as [number]
    for (let from = 0; from < blocks; from += blocksAtOnce) {
      const rows = `select ${columns} from ${table}
        where ctid >= '(${from},0)' and ctid < '(${from + blocksAtOnce},0)'`
      const [part] = await turn.ask(`copy (${rows}) to '/dev/blob'`, [], true)
      if (part?.output) yield part.output
    }
  }
}

export function loadInto(turn: Turn): Load {
  return async ({ table, columns }, text) => {
    for await (const part of inParts(text)) {
      await turn.ask(`copy ${table} (${columns}) from '/dev/blob'`, [], true, part)
    }
  }
}

/** Whole lines, of which the text of `COPY` has one for each row. */
async function* inParts(text: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of text) {
    held.push(chunk)
    bytes += chunk.length
    const end = bytes < bytesAtOnce ? -1 : chunk.lastIndexOf(lineEnd)
    if (end === -1) continue
    const rest = chunk.subarray(end + 1)
    yield Buffer.concat([...held.slice(0, -1), chunk.subarray(0, end + 1)])
    held = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield Buffer.concat(held)
}
