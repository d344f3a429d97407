/**
 * Format of API keys: a prefix for the kind, 240 random bits and a checksum, all letters and
 * digits. Secret scanners can recognize and verify a key offline.
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefixes = { agency: 'lpa', partner: 'lpp', client: 'lps' } as const

/** Kind of key: of an agency, of a partner, or a partner's client secret. */
export type KeyKind = keyof typeof prefixes

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const [randomDigits, checkDigits] = [41, 6]
const format = new RegExp(`^lp[aps]_[0-9A-Za-z]{${randomDigits + checkDigits}}$`)

export function randomKey(kind: KeyKind): string {
  const number = BigInt(`0x${randomBytes(30).toString('hex')}`)
  const text = `${prefixes[kind]}_${toBase62(number, randomDigits)}`
  return `${text}${computeChecksum(text)}`
}

/** Returns true if a text has the format of Lodgepole's keys, but a wrong checksum. */
export function isMistyped(key: string): boolean {
  return format.test(key) && computeChecksum(key.slice(0, -checkDigits)) !== key.slice(-checkDigits)
}

/** Displayed characters of a key of this format, with its prefix, and of an imported one. */
const [prefixedCharacters, foreignCharacters] = [8, 6]

/** Returns the start of a key, which is safe to display. */
export function maskKey(key: string): string {
  return `${key.slice(0, format.test(key) ? prefixedCharacters : foreignCharacters)}…`
}

/** Minimum estimated entropy of an imported key, in bits. */
const bitsMin = 40

/**
 * Returns the reason why an imported key is refused; null: it is accepted. The key must be hard to
 * guess: characters equal or adjacent to the previous one do not count.
 */
export function findKeyFault(key: string): string | null {
  if (!/^[\x21-\x7e]{16,255}$/.test(key)) {
    return 'An imported key must have 16 to 255 visible ASCII characters'
  }
  if (isMistyped(key)) return 'This key has the form of a Lodgepole key, but its checksum is wrong'
  const codes = [...Buffer.from(key, 'ascii')]
  const unpredictable = codes.filter((code, i) => i === 0 || Math.abs(code - codes[i - 1]!) > 1)
  const bits = unpredictable.length * Math.log2(new Set(unpredictable).size)
  return bits < bitsMin ? 'This key is too easy to guess to be imported' : null
}

function computeChecksum(text: string): string {
  return toBase62(BigInt(crc32(text)), checkDigits)
}

function toBase62(number: bigint, length: number): string {
  let [text, remaining] = ['', number]
  for (; remaining > 0n; remaining /= 62n) text = digits[Number(remaining % 62n)] + text
  return text.padStart(length, '0')
}
