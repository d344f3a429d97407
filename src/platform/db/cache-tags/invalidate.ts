/**
 * Cache tags that a transaction invalidates, if its command names them. Other writes invalidate all
 * responses of the agency: docs/decisions/0038-response-cache.md.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Invalidations declared in a transaction. */
export interface Invalidation {
  agencyUid: string | null
  /** Uids of the tags to bump. */
  tags: Set<string>
  /** Uids of objects that belong to these tags only. */
  objects: Set<string>
}

const storage = new AsyncLocalStorage<Invalidation>()

/** Runs a transaction, including its commit, and collects its invalidations. */
export async function collectInvalidations<T>(work: () => Promise<T>): Promise<T> {
  const invalidation: Invalidation = { agencyUid: null, tags: new Set(), objects: new Set() }
  try {
    return await storage.run(invalidation, work)
  } finally {
    // Work that outlives its transaction inherits this context.
    invalidation.objects.clear()
  }
}

/** Returns the invalidations declared so far in the open transaction; undefined: there is none. */
export function currentInvalidation(): Invalidation | undefined {
  return storage.getStore()
}

/**
 * Value of `agencyUid` if several agencies were named or the tags are unknown: everything is
 * invalidated.
 */
const unknownAgency = ''

/**
 * Declares that objects of an agency belong only to some tags, before and after the open
 * transaction changes them. A statement counts as about them if one of their uids is among its
 * values, and if its lists name no other objects.
 */
export function declareInvalidation(agencyUid: string, tags: string[], objects: string[]): void {
  const invalidation = storage.getStore()
  if (!invalidation) return
  invalidation.agencyUid =
    (invalidation.agencyUid ?? agencyUid) === agencyUid ? agencyUid : unknownAgency
  for (const uid of tags) invalidation.tags.add(uid)
  for (const uid of objects) invalidation.objects.add(uid)
}

/** Declares that the tags of the writes in the open transaction are unknown. */
export function declareTenantInvalidation(): void {
  const invalidation = storage.getStore()
  if (invalidation) invalidation.agencyUid = unknownAgency
}
