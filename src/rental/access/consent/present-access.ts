import type { Context } from '../../../context.ts'
import { listUses } from '../credential-uses/credential-uses.ts'
import { type Grant, kept, mayOf } from '../grants/grant.ts'
import { type Grantable, listGrants } from '../grants/grants.ts'
import type { ConsentWords, PlainWords } from '../languages/page-words.ts'
import { listPartnersByUid } from '../partners/partners.ts'

/** What a partner has of an agency, in words. */
export interface PartnerAccess {
  uid: string
  name: string
  grants: Grant[]
  /** Such as `Since 20 May 2026`, in the language of the page. */
  sinceText: string
  usedText: string
  objects: { name: string; may: string }[]
}

/** Which partners reach something of an agency, by name (contract/general.md §2.3). */
export async function presentAccess(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  grantables: Grantable[],
  { words, plain }: { words: ConsentWords; plain: PlainWords },
): Promise<PartnerAccess[]> {
  const days = new Intl.DateTimeFormat(plain.locale, { dateStyle: 'long', timeZone: 'UTC' })
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
      sinceText: words.since(days.format(own[0]!.created_at)),
      usedText: usedAt ? words.lastUsed(days.format(usedAt)) : words.neverUsed,
      objects: own
        .map(grant => ({
          name: names.get(grant.object_uid) ?? words.deleted,
          may: mayOf(kept(grant), words),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    }
  })
}
