/**
 * Keys that this server makes: a mark that says what it is, 240 random bits and a checksum, all of
 * letters and digits, so that scanners of sources know one when they see it, without asking.
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const marks = { agency: 'lpa', partner: 'lpp', client: 'lps' } as const

/** Of an agency or a partner, or a partner's client secret. */
export type KeyKind = keyof typeof marks

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const [randomDigits, checkDigits] = [41, 6]
const form = new RegExp(`^lp[aps]_[0-9A-Za-z]{${randomDigits + checkDigits}}$`)

/** A fresh key. */
export function randomKey(kind: KeyKind): string {
  const number = BigInt(`0x${randomBytes(30).toString('hex')}`)
  const text = `${marks[kind]}_${inDigits(number, randomDigits)}`
  return `${text}${checksumOf(text)}`
}

/** Whether a text has the form of our keys, but is none: its checksum is another one. */
export function isMistyped(key: string): boolean {
  return form.test(key) && checksumOf(key.slice(0, -checkDigits)) !== key.slice(-checkDigits)
}

/** As much of a key as may be shown to tell it from others. */
export function hintOf(key: string): string {
  return `${key.slice(0, form.test(key) ? 8 : 6)}…`
}

const bitsMin = 40

/**
 * Why a key that somebody else made cannot be taken over; null: it can. It has to be hard to guess:
 * of the characters that say something new, neither the one before again nor its neighbor, there
 * are enough different ones.
 */
export function faultOf(key: string): string | null {
  if (!/^[\x21-\x7e]{16,255}$/.test(key)) {
    return 'An imported key must have 16 to 255 visible ASCII characters'
  }
  if (isMistyped(key)) return 'This key has the form of a Lodgepole key, but its checksum is wrong'
  const codes = [...Buffer.from(key, 'ascii')]
  const telling = codes.filter((code, i) => i === 0 || Math.abs(code - codes[i - 1]!) > 1)
  const bits = telling.length * Math.log2(new Set(telling).size)
  return bits < bitsMin ? 'This key is too easy to guess to be imported' : null
}

function checksumOf(text: string): string {
  return inDigits(BigInt(crc32(text)), checkDigits)
}

function inDigits(number: bigint, length: number): string {
  let [text, rest] = ['', number]
  for (; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}
