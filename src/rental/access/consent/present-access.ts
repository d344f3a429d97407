import type { Context } from '../../../context.ts'
import { listUses } from '../credential-uses/credential-uses.ts'
import { formatAccess, type Grant, toGrantInput } from '../grants/grant.ts'
import { type Grantable, listGrants } from '../grants/grants.ts'
import type { ConsentMessages, PlainMessages } from '../languages/page-messages.ts'
import { listPartnersByUid } from '../partners/partners.ts'

/** Access of a partner to an agency, as displayed. */
export interface PartnerAccess {
  uid: string
  name: string
  grants: Grant[]
  /** `Since 20 May 2026`, the date of the first grant, in the language of the page. */
  sinceText: string
  lastUsedText: string
  objects: { name: string; accessText: string }[]
}

/** Lists the partners that have grants of an agency, sorted by name (contract/general.md §2.3). */
export async function presentAccess(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  grantables: Grantable[],
  { messages, plain }: { messages: ConsentMessages; plain: PlainMessages },
): Promise<PartnerAccess[]> {
  const dateFormat = new Intl.DateTimeFormat(plain.locale, { dateStyle: 'long', timeZone: 'UTC' })
  const grants = Map.groupBy(await listGrants(ctx, agencyUid), grant => grant.partner_uid)
  const partners = await listPartnersByUid(ctx, [...grants.keys()])
  const uses = await listUses(ctx, agencyUid, 'PARTNER')
  const objectNames = new Map(grantables.map(({ uid, name }) => [uid, name]))
  // `grants` has the uids of exactly these partners, with at least one grant each.
  return partners.map(({ partner_uid: uid, name }) => {
    const partnerGrants = grants.get(uid)!
    const usedAt = uses.get(uid)
    return {
      uid,
      name,
      grants: partnerGrants,
      sinceText: messages.since(dateFormat.format(partnerGrants[0]!.created_at)),
      lastUsedText: usedAt ? messages.lastUsed(dateFormat.format(usedAt)) : messages.neverUsed,
      objects: partnerGrants
        .map(grant => ({
          name: objectNames.get(grant.object_uid) ?? messages.deletedObject,
          accessText: formatAccess(toGrantInput(grant), messages),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    }
  })
}
