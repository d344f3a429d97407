import type { Socket } from 'node:net'

/** What is used of the library's connection. */
interface Line {
  stream: Socket
}

type Parse = (bytes: Buffer) => void

const dataRow = 0x44
const readyForQuery = 0x5a
/** Of each message: what it is, and its length without that. */
const headBytes = 5
/** Of a row: head, number of columns, length of the first. */
const rowHeadBytes = headBytes + 2 + 4

const empty = Buffer.alloc(0)

/**
 * Takes the first column out of the rows of a statement, as the bytes that came: the library would
 * make characters of them, twice as many bytes, only to have them made bytes again. It is handed
 * the rows with null in that place.
 */
class FirstColumns {
  readonly #parse: Parse
  /** The first column of the row that the library was handed last. */
  last: Buffer | null = null
  #isOn = false
  /** The beginning of a message whose length is not known yet. */
  #rest: Buffer = empty
  /** A row that has not come as a whole, and how much of it has. */
  #row: Buffer | null = null
  #filled = 0
  /** How much is left of another message, which the library puts together itself. */
  #passing = 0

  constructor(parse: Parse) {
    this.#parse = parse
  }

  /** From now on, until the statement that is sent next is answered. */
  begin(): void {
    this.#isOn = true
  }

  hear(came: Buffer): void {
    let bytes = came
    if (this.#rest.length > 0) {
      bytes = Buffer.concat([this.#rest, came])
      this.#rest = empty
    }
    while (bytes.length > 0 && this.#isOn) bytes = this.#step(bytes)
    if (bytes.length > 0) this.#parse(bytes)
  }

  /** @returns what is left */
  #step(bytes: Buffer): Buffer {
    if (this.#row !== null) return this.#fill(this.#row, bytes)
    if (this.#passing > 0) return this.#pass(bytes)
    const [type] = bytes
    if (bytes.length < (type === dataRow ? rowHeadBytes : headBytes)) {
      this.#rest = bytes
      return empty
    }
    const length = 1 + bytes.readUInt32BE(1)
    if (type !== dataRow) {
      this.#passing = length
      // What comes behind the answer is of another statement.
      if (type === readyForQuery) this.#isOn = false
      return this.#pass(bytes)
    }
    if (length <= bytes.length) {
      this.#give(bytes.subarray(0, length))
      return bytes.subarray(length)
    }
    this.#row = Buffer.allocUnsafeSlow(length)
    this.#filled = 0
    return this.#fill(this.#row, bytes)
  }

  #fill(row: Buffer, bytes: Buffer): Buffer {
    const taken = bytes.copy(row, this.#filled)
    this.#filled += taken
    if (this.#filled === row.length) {
      this.#row = null
      this.#give(row)
    }
    return bytes.subarray(taken)
  }

  #pass(bytes: Buffer): Buffer {
    const part = bytes.subarray(0, this.#passing)
    this.#passing -= part.length
    this.#parse(part)
    return bytes.subarray(part.length)
  }

  #give(row: Buffer): void {
    const length = row.readInt32BE(headBytes + 2)
    const end = rowHeadBytes + Math.max(length, 0)
    const without = Buffer.concat([row.subarray(0, rowHeadBytes), row.subarray(end)])
    without.writeUInt32BE(without.length - 1, 1)
    without.writeInt32BE(-1, headBytes + 2)
    this.last = length < 0 ? null : row.subarray(rowHeadBytes, end)
    this.#parse(without)
  }
}

const known = new WeakMap<object, FirstColumns>()

/** That of a connection which nobody has asked anything that is not answered yet. */
export function firstColumnsOf(connection: object): FirstColumns {
  const columns = known.get(connection)
  if (columns) return columns
  const { stream } = connection as Line
  const [parse] = stream.listeners('data') as Parse[]
  const made = new FirstColumns(bytes => parse!.call(stream, bytes))
  stream.off('data', parse!)
  stream.on('data', (bytes: Buffer) => made.hear(bytes))
  known.set(connection, made)
  return made
}
