import { randomFillSync } from 'node:crypto'

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

let lastMilliseconds = 0
let counter = 0

/**
 * A new UUIDv7 (RFC 9562): sorts by `at` in milliseconds, and by order of making within one
 * millisecond of this process. `random` gives 16 bytes; demo data passes its own.
 */
export function newUid(at: number = Date.now(), random: () => Buffer = pooledBytes) {
  const bytes = random()
  counter = at === lastMilliseconds ? (counter + 1) & 0xfff : bytes.readUInt16BE(6) & 0x3ff
  lastMilliseconds = at
  bytes.writeUIntBE(at, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-')
}

const pool = Buffer.alloc(4_096)
let used = pool.length

/** To ask the system for many bytes takes as long as for a few. */
function pooledBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.subarray(used - 16, used)
}

/** The canonical lower-case form, or null when the text is no UUID and so names nothing. */
export function asUid(text: string): string | null {
  return shape.test(text) ? text.toLowerCase() : null
}
