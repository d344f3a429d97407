import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Clock } from '../platform/clock.ts'
import { addressGuard } from '../platform/http/address-guard.ts'
import { type HttpClient, httpClient } from '../platform/http/http-client.ts'
import { nameResolver } from '../platform/http/resolve-host.ts'
import type { FairTurns } from '../platform/limits/fair-turns.ts'
import { sealer } from '../platform/seal.ts'

/** What calls the addresses that clients want to be called at, and keeps their secrets. */
export interface Callbacks extends Pick<Context, 'sealer' | 'targets'> {
  http: HttpClient
  lookupTurns: FairTurns
}

export function openCallbacks(
  { callbacks, secretKeys }: Pick<Config, 'callbacks' | 'secretKeys'>,
  clock: Clock,
): Callbacks {
  const { allowPrivate, extraCa, proxy } = callbacks
  const resolve = nameResolver()
  const targets = { guard: addressGuard(allowPrivate), resolve }
  const userAgent = 'Lodgepole-Webhooks/1'
  const http = httpClient({ ...targets, clock, userAgent, extraCa, proxy })
  return { sealer: sealer(secretKeys), targets, http, lookupTurns: resolve.turns }
}
