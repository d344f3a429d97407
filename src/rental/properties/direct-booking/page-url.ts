/** URLs of direct booking pages: contract/resources.md §7. Pure. */

/** Fields that make up the URL of a booking page. */
export interface BookingPage {
  propertyUid: string
  slug: string
  /** The agency's own website; null: this server. */
  website: string | null
}

/** Returns the URL of a page; null if there is none. */
export function pageUrl(page: BookingPage | null, publicUrl: string): string | null {
  if (page === null) return null
  const address = new URL(page.website ?? publicUrl)
  address.search = ''
  address.hash = ''
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/p/${page.propertyUid}/${page.slug}`
  return address.href
}

/** Maximum length of a slug. */
const slugMax = 80

/**
 * Returns default slugs in order of preference: the name with the first 8 characters of the uid,
 * then with the whole uid.
 */
export function defaultSlugs({ name, uid }: { name: string; uid: string }): string[] {
  const fullSlug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return [uid.slice(0, 8), uid].map(suffix => {
    const prefix = fullSlug.slice(0, slugMax - suffix.length - 1).replace(/-+$/, '')
    return prefix === '' ? suffix : `${prefix}-${suffix}`
  })
}

export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,80}$/.test(text)
}
