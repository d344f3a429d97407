import type { Selectable } from 'kysely'
import type { GrantsTable } from '../../tables.ts'

export type Grant = Selectable<GrantsTable>

export type Access = 'READ' | 'READ_WRITE'

/** Input of a grant for a property or hotel (contract/general.md §3). */
export interface GrantInput {
  objectUid: string
  access: Access
  personalData: boolean
}

/** Converts a stored grant to an input that keeps it unchanged. */
export function toGrantInput({ object_uid, access, personal_data }: Grant): GrantInput {
  return { objectUid: object_uid, access: access as Access, personalData: personal_data }
}

export function formatAccess(
  { access, personalData }: Omit<GrantInput, 'objectUid'>,
  { may, withPersonal }: { may: Record<Access, string>; withPersonal: (may: string) => string },
): string {
  return personalData ? withPersonal(may[access]) : may[access]
}

/** Returns the grants that are new, or have more access than before. */
export function listWidened(before: Grant[], after: GrantInput[]): GrantInput[] {
  const formerGrants = new Map(before.map(grant => [grant.object_uid, toGrantInput(grant)]))
  return after.filter(({ objectUid, access, personalData }) => {
    const former = formerGrants.get(objectUid)
    if (!former || (personalData && !former.personalData)) return true
    return access === 'READ_WRITE' && former.access === 'READ'
  })
}

/** An access-change event. Events of a whole integration have no property. */
export interface AccessChange {
  eventType:
    | 'CHANNEL_ACTIVATED'
    | 'CHANNEL_DEACTIVATED'
    | 'INTEGRATION_ACTIVATED'
    | 'INTEGRATION_DEACTIVATED'
    | 'PROPERTY_ACCESS_GRANTED'
    | 'PROPERTY_ACCESS_REVOKED'
  propertyUid: string | null
}

/** Access of a partner before or after a change. */
export interface PartnerScope {
  /** True if the partner has any grant in the agency. */
  hasGrant: boolean
  /** Accessible properties, including unit types of granted hotels. */
  propertyUids: ReadonlySet<string>
}

/**
 * Returns the events of a change (contract/events.md §3.3): one for each property that is granted
 * or revoked, and for an integration also the first and the last grant. `connects` is true if the
 * agency authorizes the partner by OAuth for the first time.
 */
export function listAccessChanges(
  kind: string,
  before: PartnerScope,
  after: PartnerScope,
  connects = false,
): AccessChange[] {
  const isChannel = kind === 'CHANNEL'
  const grantedType = isChannel ? 'CHANNEL_ACTIVATED' : 'PROPERTY_ACCESS_GRANTED'
  const revokedType = isChannel ? 'CHANNEL_DEACTIVATED' : 'PROPERTY_ACCESS_REVOKED'
  const gainedUids = [...after.propertyUids].filter(uid => !before.propertyUids.has(uid))
  const lostUids = [...before.propertyUids].filter(uid => !after.propertyUids.has(uid))
  const changes: AccessChange[] = [
    ...gainedUids.map(propertyUid => ({ eventType: grantedType, propertyUid }) as const),
    ...lostUids.map(propertyUid => ({ eventType: revokedType, propertyUid }) as const),
  ]
  if (isChannel) return changes
  if (after.hasGrant && (!before.hasGrant || connects)) {
    changes.unshift({ eventType: 'INTEGRATION_ACTIVATED', propertyUid: null })
  }
  if (before.hasGrant && !after.hasGrant) {
    changes.push({ eventType: 'INTEGRATION_DEACTIVATED', propertyUid: null })
  }
  return changes
}
