import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { firstColumnsOf } from './first-column.ts'

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function row(...columns: (string | null)[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(columns.length)
  const values = columns.flatMap(column => {
    const bytes = Buffer.from(column ?? '')
    const length = Buffer.alloc(4)
    length.writeInt32BE(column === null ? -1 : bytes.length)
    return [length, bytes]
  })
  return message('D', Buffer.concat([count, ...values]))
}

const done = [message('C', Buffer.from('SELECT 1\0')), message('Z', Buffer.from('I'))]
const long = 'ä🏔'.repeat(30)
const answers = [[long, '1', null], [null, long], ['', ''], ['only']] as (string | null)[][]
const sent = Buffer.concat([message('2', Buffer.alloc(0)), ...answers.map(a => row(...a)), ...done])
/** What the library is handed. */
const handed = Buffer.concat([
  message('2', Buffer.alloc(0)),
  ...answers.map(([, ...others]) => row(null, ...others)),
  ...done,
])

/** Sends bytes in pieces to a connection. @returns what was handed on, and the first columns */
function hear(bytes: Buffer, sizes: number, isBegun = true) {
  const stream = new EventEmitter()
  const parts: Buffer[] = []
  const firsts: (string | null)[] = []
  const connection = { stream }
  let columns: ReturnType<typeof firstColumnsOf> | null = null
  stream.on('data', (part: Buffer) => {
    if (columns && part[0] === 0x44) firsts.push(columns.last?.toString() ?? null)
    parts.push(Buffer.from(part))
  })
  columns = firstColumnsOf(connection)
  if (isBegun) columns.begin()
  for (let at = 0; at < bytes.length; at += sizes)
    stream.emit('data', bytes.subarray(at, at + sizes))
  return { handed: Buffer.concat(parts), firsts }
}

describe('first columns as bytes', () => {
  it('are taken out of the rows however these come in pieces', () => {
    for (let size = 1; size <= sent.length; size++) {
      const heard = hear(sent, size)
      assert.deepEqual(heard.handed, handed, `pieces of ${size}`)
      assert.deepEqual(
        heard.firsts,
        answers.map(([first]) => first),
      )
    }
  })

  it('are left where nobody has asked for them, and after the answer', () => {
    assert.deepEqual(hear(sent, 7, false).handed, sent)
    assert.deepEqual(hear(Buffer.concat([sent, sent]), 5000).handed, Buffer.concat([handed, sent]))
  })
})
