import { createHash } from 'node:crypto'

/** Derives a key of SECRET_KEY from a name; the same name gives the same key. */
export function secretKey(name = 'first'): Buffer {
  return createHash('sha256').update(`secret key ${name}`).digest()
}

/** Formats keys for the setting SECRET_KEY. */
export function secretKeyText(...names: string[]): string {
  const keys = names.length === 0 ? [secretKey()] : names.map(secretKey)
  return keys.map(key => key.toString('base64')).join(',')
}
