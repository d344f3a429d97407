/** Where guests book a property without a channel in between: contract/resources.md §7. Pure. */

/** What makes the address of a property's page. */
export interface BookingPage {
  propertyUid: string
  slug: string
  /** The agency's own site; null: this server. */
  website: string | null
}

/** The address of a page; null when there is none. */
export function pageUrl(page: BookingPage | null, publicUrl: string): string | null {
  if (page === null) return null
  const address = new URL(page.website ?? publicUrl)
  address.search = ''
  address.hash = ''
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/p/${page.propertyUid}/${page.slug}`
  return address.href
}

const slugMax = 80

/**
 * The slug of a property that is given none: its name and what tells it from others of that name,
 * at first a part of its uid.
 */
export function standardSlugs({ name, uid }: { name: string; uid: string }): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return [uid.slice(0, 8), uid].map(end => {
    const start = words.slice(0, slugMax - end.length - 1).replace(/-+$/, '')
    return start === '' ? end : `${start}-${end}`
  })
}

/** Whether a text may be a slug. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,80}$/.test(text)
}
