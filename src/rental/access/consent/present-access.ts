import type { Context } from '../../../context.ts'
import { listUses } from '../credential-uses/credential-uses.ts'
import { type Grant, kept, mayOf } from '../grants/grant.ts'
import { type Grantable, listGrants } from '../grants/grants.ts'
import { listPartnersByUid } from '../partners/partners.ts'

/** What a partner has of an agency, in words. */
export interface PartnerAccess {
  uid: string
  name: string
  grants: Grant[]
  /** Such as `Since 20 May 2026`. */
  sinceText: string
  usedText: string
  objects: { name: string; may: string }[]
}

/** Which partners reach something of an agency, by name (contract/general.md §2.3). */
export async function presentAccess(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  grantables: Grantable[],
): Promise<PartnerAccess[]> {
  const grants = Map.groupBy(await listGrants(ctx, agencyUid), grant => grant.partner_uid)
  const partners = await listPartnersByUid(ctx, [...grants.keys()])
  const uses = await listUses(ctx, agencyUid, 'PARTNER')
  const names = new Map(grantables.map(({ uid, name }) => [uid, name]))
  return partners.map(({ partner_uid: uid, name }) => {
    const own = grants.get(uid)!
    const usedAt = uses.get(uid)
    return {
      uid,
      name,
      grants: own,
      sinceText: `Since ${dayOf(own[0]!.created_at)}`,
      usedText: usedAt ? `last used ${dayOf(usedAt)}` : 'never used',
      objects: own
        .map(grant => ({
          name: names.get(grant.object_uid) ?? 'a deleted one',
          may: mayOf(kept(grant)),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    }
  })
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function dayOf(at: Date): string {
  return days.format(at)
}
