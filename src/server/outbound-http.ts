import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Clock } from '../platform/clock.ts'
import { createCipher } from '../platform/crypto/encryption.ts'
import { addressGuard } from '../platform/http/address-guard.ts'
import { type HttpClient, httpClient } from '../platform/http/http-client.ts'
import { nameResolver } from '../platform/http/resolve-host.ts'
import type { FairSemaphore } from '../platform/limits/fair-semaphore.ts'

/** Client for outbound requests to addresses of clients, and the encryption of their secrets. */
export interface OutboundHttp extends Pick<Context, 'cipher' | 'targets'> {
  http: HttpClient
  lookupQueue: FairSemaphore
}

export function openOutboundHttp(
  { callbacks, secretKeys }: Pick<Config, 'callbacks' | 'secretKeys'>,
  clock: Clock,
): OutboundHttp {
  const { allowPrivate, extraCa, proxy } = callbacks
  const resolve = nameResolver()
  const targets = { guard: addressGuard(allowPrivate), resolve }
  const userAgent = 'Lodgepole-Webhooks/1'
  const http = httpClient({ ...targets, clock, userAgent, extraCa, proxy })
  return { cipher: createCipher(secretKeys), targets, http, lookupQueue: resolve.lookupQueue }
}
