import type { Version } from '../platform/rest/version.ts'

/** The versions of the interface that are served, oldest first (contract/versions.md §1). */
export const versions: Version[] = ['3.0', '3.1', '3.2', '3.3']

export const newestVersion: Version = '3.3'

/** What versions changed that is not shape: since when it is so (contract/versions.md §9). */
export const behaviourSince = {
  ordersOfCancelledLeads: '3.3',
  longerCustomData: '3.3',
  messageTypeRequired: '3.3',
} as const satisfies Record<string, Version>

/** Legacy `/v2`, which stands beside the versions and has routes of its own. */
export const legacyVersion: Version = '2.0'
