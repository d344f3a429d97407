import type { FastifyRequest } from 'fastify'
import { looksLikeToken } from '../partners/access-tokens.ts'

/** Credential in the headers of a request. */
export type SentCredential =
  | { kind: 'key'; value: string }
  | { kind: 'token'; value: string }
  | { kind: 'client'; id: string; secret: string }

/** Returns the first credential of a request. Null if there is none. */
export function readCredential(request: FastifyRequest): SentCredential | null {
  return fromAuthorization(readHeader(request, 'authorization')) ?? fromApiKey(request)
}

function fromAuthorization(value: string): SentCredential | null {
  const [, scheme = '', parameters = ''] = /^(\S+)\s+(.*)$/.exec(value) ?? []
  if (/^bearer$/i.test(scheme)) return keyOrToken(parameters)
  // A malformed client is a credential, too: it is rejected instead of trying another header.
  if (/^basic$/i.test(scheme))
    return readClient(parameters) ?? { kind: 'client', id: '', secret: '' }
  // Some clients send a token, or `id:secret`, without a scheme.
  if (looksLikeToken(value)) return { kind: 'token', value }
  return /^[^\s:]+:[^\s:]+$/.test(value) ? readClient(value) : null
}

function fromApiKey(request: FastifyRequest): SentCredential | null {
  const value = readHeader(request, 'x-hostfully-apikey')
  return value === '' ? null : keyOrToken(value)
}

function keyOrToken(value: string): SentCredential {
  return { kind: looksLikeToken(value) ? 'token' : 'key', value }
}

/**
 * Parses `id:secret`, plain or in base64. Libraries percent-encode both first (RFC 6749 §2.3.1);
 * ids and secrets themselves contain no `%`.
 */
function readClient(value: string): SentCredential | null {
  const plainText = value.includes(':') ? value : Buffer.from(value, 'base64').toString('utf8')
  const colon = plainText.indexOf(':')
  if (colon < 1) return null
  return {
    kind: 'client',
    id: percentDecoded(plainText.slice(0, colon)),
    secret: percentDecoded(plainText.slice(colon + 1)),
  }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readHeader(request: FastifyRequest, name: string): string {
  return String(request.headers[name] ?? '').trim()
}
