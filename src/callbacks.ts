import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { addressGuard } from './platform/address-guard.ts'
import { systemResolver } from './platform/resolve-host.ts'
import { sealer } from './platform/seal.ts'

/** What is needed to take the addresses that clients want to be called at, and their secrets. */
export function openCallbacks({
  callbacks,
  secretKeys,
}: Pick<Config, 'callbacks' | 'secretKeys'>): Pick<Context, 'sealer' | 'targets'> {
  const guard = addressGuard(callbacks.allowPrivate)
  return { sealer: sealer(secretKeys), targets: { guard, resolve: systemResolver() } }
}
