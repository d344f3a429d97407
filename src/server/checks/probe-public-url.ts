import { randomBytes } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Config } from '../../config.ts'
import {
  challengeHeader,
  identityHeader,
  readIdentity,
  type ServerIdentity,
} from './server-identity.ts'

/** Response of PUBLIC_URL to a request for its health. */
export interface PublicResponse {
  status: number
  /** Target of a redirect; null: it is none. */
  location: string | null
  /** Time in the header `Date`; null: there is none. */
  date: Date | null
  /** Duration of the request in milliseconds. */
  ms: number
  /** Null: the response is not of a server with this SECRET_KEY. */
  identity: ServerIdentity | null
}

/**
 * Requests the health of the server at PUBLIC_URL. Its certificate is not verified, because the
 * identity proves which server has responded, and another check reports the certificate.
 *
 * @throws Error with a code if there is no response
 */
export async function probePublicUrl(
  config: Pick<Config, 'publicUrl' | 'secretKeys'>,
  signal: AbortSignal,
): Promise<PublicResponse> {
  const challenge = randomBytes(16).toString('hex')
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const startedAt = performance.now()
  try {
    const { statusCode, headers, body } = await request(`${config.publicUrl}/healthz`, {
      headers: { [challengeHeader]: challenge },
      dispatcher,
      signal,
    })
    await body.dump()
    const header = (name: string) => headers[name]?.toString() ?? null
    const date = new Date(header('date') ?? Number.NaN)
    return {
      status: statusCode,
      location: header('location'),
      date: Number.isNaN(date.getTime()) ? null : date,
      ms: performance.now() - startedAt,
      identity: readIdentity(config, challenge, header(identityHeader) ?? ''),
    }
  } finally {
    await dispatcher.destroy()
  }
}
