import { createHash } from 'node:crypto'

/** A key of SECRET_KEY: the same for the same name, and not easy to guess. */
export function secretKey(name = 'first'): Buffer {
  return createHash('sha256').update(`secret key ${name}`).digest()
}

/** Keys as SECRET_KEY has them. */
export function secretKeyText(...names: string[]): string {
  const keys = names.length === 0 ? [secretKey()] : names.map(secretKey)
  return keys.map(key => key.toString('base64')).join(',')
}
