import type { FastifyRequest } from 'fastify'
import { looksLikeToken } from '../partners/access-tokens.ts'

/** What a request brings to say who it is from. */
export type SentCredential =
  | { kind: 'key'; value: string }
  | { kind: 'token'; value: string }
  | { kind: 'client'; id: string; secret: string }

/** The first credential that a request has, where they are looked for; null: it has none. */
export function credentialOf(request: FastifyRequest): SentCredential | null {
  return fromAuthorization(header(request, 'authorization')) ?? fromApiKey(request)
}

function fromAuthorization(value: string): SentCredential | null {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(value) ?? []
  if (/^bearer$/i.test(scheme)) return keyOrToken(rest)
  if (/^basic$/i.test(scheme)) return asClient(rest) ?? { kind: 'client', id: '', secret: '' }
  if (looksLikeToken(value)) return { kind: 'token', value }
  return /^[^\s:]+:[^\s:]+$/.test(value) ? asClient(value) : null
}

function fromApiKey(request: FastifyRequest): SentCredential | null {
  const value = header(request, 'x-hostfully-apikey')
  return value === '' ? null : keyOrToken(value)
}

function keyOrToken(value: string): SentCredential {
  return { kind: looksLikeToken(value) ? 'token' : 'key', value }
}

/**
 * `id:secret`, in base64 or as it is; libraries percent-encode both first (RFC 6749 §2.3.1), which
 * have no `%` themselves.
 */
function asClient(value: string): SentCredential | null {
  const text = value.includes(':') ? value : Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return null
  return {
    kind: 'client',
    id: percentDecoded(text.slice(0, colon)),
    secret: percentDecoded(text.slice(colon + 1)),
  }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function header(request: FastifyRequest, name: string): string {
  return String(request.headers[name] ?? '').trim()
}
