import type { Version } from '../platform/rest/version.ts'

/** Supported API versions, oldest first (contract/versions.md §1). */
export const versions: Version[] = ['3.0', '3.1', '3.2', '3.3']

export const newestVersion: Version = '3.3'

/** Version since which each behaviour applies that shapes do not show (contract/versions.md §9). */
export const behaviourSince = {
  ordersOfCancelledLeads: '3.3',
  longerCustomData: '3.3',
  messageTypeRequired: '3.3',
} as const satisfies Record<string, Version>

/** Legacy `/v2`, which has routes of its own. */
export const legacyVersion: Version = '2.0'
