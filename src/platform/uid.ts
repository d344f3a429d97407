import { randomFillSync } from 'node:crypto'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

let lastTimeMs = 0
let counter = 0

/**
 * Creates a UUIDv7 (RFC 9562). It sorts by `timeMs`, milliseconds since 1970, and by creation order
 * within one millisecond of this process. `random` returns 16 bytes; demo data has its own.
 */
export function newUid(timeMs: number = Date.now(), random: () => Buffer = pooledBytes) {
  const bytes = random()
  // 12 bits. It starts in the lower quarter, so that it does not soon overflow.
  counter = timeMs === lastTimeMs ? (counter + 1) & 0xfff : bytes.readUInt16BE(6) & 0x3ff
  lastTimeMs = timeMs
  bytes.writeUIntBE(timeMs, 0, 6)
  // Version 7, and the variant of RFC 9562.
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

const uidBytes = 16
const pool = Buffer.alloc(4_096)
let usedBytes = pool.length

/** Returns 16 bytes from a pool, because the system generates many bytes as fast as a few. */
function pooledBytes(): Buffer {
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += uidBytes
  return pool.subarray(usedBytes - uidBytes, usedBytes)
}

/** Returns the canonical lower-case form; null if the text is not a UUID. */
export function asUid(text: string): string | null {
  return uuidPattern.test(text) ? text.toLowerCase() : null
}
