import type { Selectable } from 'kysely'
import type { GrantsTable } from '../../tables.ts'

export type Grant = Selectable<GrantsTable>

export type Access = 'READ' | 'READ_WRITE'

/** What a partner is to have of a property or hotel (contract/general.md §3). */
export interface WantedGrant {
  objectUid: string
  access: Access
  personalData: boolean
}

/** A grant as one that is wanted, to be kept. */
export function kept({ object_uid, access, personal_data }: Grant): WantedGrant {
  return { objectUid: object_uid, access: access as Access, personalData: personal_data }
}

/** What a grant allows, in words. */
export function mayOf(
  { access, personalData }: Omit<WantedGrant, 'objectUid'>,
  { may, withPersonal }: { may: Record<Access, string>; withPersonal: (may: string) => string },
): string {
  return personalData ? withPersonal(may[access]) : may[access]
}

/** Of what a partner has after a change, what it had not before, or not so much of. */
export function widened(before: Grant[], after: WantedGrant[]): WantedGrant[] {
  const had = new Map(before.map(grant => [grant.object_uid, kept(grant)]))
  return after.filter(({ objectUid, access, personalData }) => {
    const former = had.get(objectUid)
    if (!former || (personalData && !former.personalData)) return true
    return access === 'READ_WRITE' && former.access === 'READ'
  })
}

/** An access-change event; those of whole integrations name no property. */
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

/** What a partner reaches, before a change or after it. */
export interface Extent {
  /** Whether it has any grant in the agency. */
  hasGrant: boolean
  /** Properties, those included that a hotel's grant reaches. */
  propertyUids: ReadonlySet<string>
}

/**
 * The events of a change (contract/events.md §3.3): one per property that is switched on or off,
 * and of an integration also its first and its last. `connects`: the agency approves it by OAuth
 * for the first time.
 */
export function accessChanges(
  kind: string,
  before: Extent,
  after: Extent,
  connects = false,
): AccessChange[] {
  const isChannel = kind === 'CHANNEL'
  const on = isChannel ? 'CHANNEL_ACTIVATED' : 'PROPERTY_ACCESS_GRANTED'
  const off = isChannel ? 'CHANNEL_DEACTIVATED' : 'PROPERTY_ACCESS_REVOKED'
  const gained = [...after.propertyUids].filter(uid => !before.propertyUids.has(uid))
  const lost = [...before.propertyUids].filter(uid => !after.propertyUids.has(uid))
  const changes: AccessChange[] = [
    ...gained.map(propertyUid => ({ eventType: on, propertyUid }) as const),
    ...lost.map(propertyUid => ({ eventType: off, propertyUid }) as const),
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
