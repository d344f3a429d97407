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
  /** Given: a token that says no end, or one before it, is refused. */
  now?: Date
}

const header = encoded({ alg: 'HS256', typ: 'JWT' })

/** A token that says the claims. */
export function signToken(claims: Claims, key: Buffer): string {
  const signed = `${header}.${encoded(claims)}`
  return `${signed}.${signatureOf(signed, key).toString('base64url')}`
}

/**
 * What a token says that one of our keys has signed for this purpose; null: it is none. It waits
 * for nothing: a signature by WebCrypto would stand in line for the threads that files, names and
 * passwords need.
 */
export function readToken(token: string, keys: Buffer[], expected: Expected): Claims | null {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || decoded(head)?.alg !== 'HS256') return null
  const given = Buffer.from(signature, 'base64url')
  if (!keys.some(key => isEqual(given, signatureOf(`${head}.${body}`, key)))) return null
  const claims = decoded(body)
  return claims && fits(claims as Claims, expected) ? (claims as Claims) : null
}

function fits({ aud, sub, exp }: Claims, { audience, subject, now }: Expected): boolean {
  if (aud !== audience || (subject !== undefined && sub !== subject)) return false
  return now === undefined || (typeof exp === 'number' && exp * 1_000 > now.getTime())
}

function signatureOf(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decoded(part: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
