/** JSON Web Tokens that this server signs for itself (RFC 7519), by HMAC SHA-256 only. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Claims {
  aud: string
  sub?: string
  jti?: string
  /** Seconds since 1970. */
  iat?: number
  exp?: number
  [claim: string]: unknown
}

interface Expected {
  audience: string
  subject?: string
  /** Current time; without it, expiry is not checked. */
  now?: Date
}

const header = encode({ alg: 'HS256', typ: 'JWT' })

export function signToken(claims: Claims, key: Buffer): string {
  const signed = `${header}.${encode(claims)}`
  return `${signed}.${computeSignature(signed, key).toString('base64url')}`
}

/**
 * Returns the claims of a token that one of the keys has signed for this audience; null: it is
 * invalid. Synchronous: WebCrypto would queue for the threads that files, DNS and passwords need.
 */
export function readToken(token: string, keys: Buffer[], expected: Expected): Claims | null {
  const [head = '', body = '', signature = '', ...furtherParts] = token.split('.')
  if (furtherParts.length > 0 || decode(head)?.alg !== 'HS256') return null
  const bytes = Buffer.from(signature, 'base64url')
  if (!keys.some(key => isEqual(bytes, computeSignature(`${head}.${body}`, key)))) return null
  const claims = decode(body)
  return claims && isExpected(claims as Claims, expected) ? (claims as Claims) : null
}

function isExpected({ aud, sub, exp }: Claims, { audience, subject, now }: Expected): boolean {
  if (aud !== audience || (subject !== undefined && sub !== subject)) return false
  return now === undefined || (typeof exp === 'number' && exp * 1_000 > now.getTime())
}

function computeSignature(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
