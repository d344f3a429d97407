/**
 * Identity of a server: its encrypted response to a challenge at `/healthz`, which only the owner
 * of SECRET_KEY can read (docs/decisions/0116-doctor.md).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { createCipher, decryptOrNull, deriveKey } from '../../platform/crypto/encryption.ts'
import { runningVersion } from '../../version.ts'

/** Request header with random hexadecimal digits, which the response header is encrypted for. */
export const challengeHeader = 'x-lodgepole-challenge'
export const identityHeader = 'x-lodgepole-identity'

/** Data about a server and about the request that it received. */
export interface ServerIdentity {
  version: string
  publicUrl: string
  /** Address that the connection came from: of the client, or of the last proxy. */
  peerAddress: string
  /** True: a proxy has added X-Forwarded-For. */
  isForwarded: boolean
  /** True: TRUST_PROXY names that proxy. */
  isProxyTrusted: boolean
  /** Scheme that a proxy reports in X-Forwarded-Proto; null: none. */
  forwardedScheme: string | null
}

const challengePattern = /^[0-9a-f]{32}$/

/** Adds the identity to the response, if the request has a challenge. */
export function identify(
  { secretKeys, publicUrl }: Pick<Config, 'secretKeys' | 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { headers, ips, socket } = request
  const challenge = headers[challengeHeader]
  if (typeof challenge !== 'string' || !challengePattern.test(challenge)) return
  const identity: ServerIdentity = {
    version: runningVersion().version,
    publicUrl,
    peerAddress: (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, ''),
    isForwarded: headers['x-forwarded-for'] !== undefined,
    // The addresses after the first are those that a trusted proxy has reported.
    isProxyTrusted: (ips?.length ?? 0) > 1,
    forwardedScheme: headers['x-forwarded-proto']?.toString() ?? null,
  }
  const [cipher] = identityCiphers(secretKeys)
  const { bytes } = cipher!.encrypt(JSON.stringify(identity), challenge)
  // Without the id of the key, by which clients could recognise servers with the same key.
  reply.header(identityHeader, bytes.toString('base64'))
}

/** Decrypts an identity; null: it is of a server with another key, or of another challenge. */
export function readIdentity(
  { secretKeys }: Pick<Config, 'secretKeys'>,
  challenge: string,
  text: string,
): ServerIdentity | null {
  const bytes = Buffer.from(text, 'base64')
  for (const cipher of identityCiphers(secretKeys)) {
    const encrypted = { keyId: cipher.currentKeyId, bytes }
    const json = decryptOrNull(() => cipher.decrypt(encrypted, challenge))
    if (json !== null) return JSON.parse(json)
  }
  return null
}

/** Returns a cipher for each key, with keys of their own, as any client can have it encrypt. */
function identityCiphers(secretKeys: readonly Buffer[]) {
  return secretKeys.map(key => createCipher([deriveKey(key, 'server identity')]))
}
