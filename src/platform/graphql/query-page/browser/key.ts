import { pageUrl } from './own-address.ts'

const name = 'query-page:api-key'

/**
 * Returns the key of a URL fragment `#key=…`, or an empty string. Removes it from the address bar
 * to keep it out of bookmarks and screenshots.
 */
export function takeKeyFromUrl(): string {
  // A plus sign is part of the key; URLSearchParams would decode it as a space.
  const key = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('key')
  if (key === null) return ''
  history.replaceState(null, '', pageUrl() + location.search)
  return key.trim()
}

/** Returns the stored key of this tab, or an empty string. */
export function storedKey(): string {
  return sessionStorage.getItem(name) ?? ''
}

export function storeKey(key: string): void {
  sessionStorage.setItem(name, key)
}

export function removeKey(): void {
  sessionStorage.removeItem(name)
}
