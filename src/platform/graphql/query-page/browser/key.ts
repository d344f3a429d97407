import { ownAddress } from './own-address.ts'

const name = 'query-page:api-key'

/**
 * The key of an address that ends in `#key=…`, or an empty string. It is taken out of the address
 * bar at once, so that it is neither bookmarked nor shown to people nearby.
 */
export function takeKeyFromAddress(): string {
  // A plus sign is part of the key; as a form field it would become a blank.
  const key = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('key')
  if (key === null) return ''
  history.replaceState(null, '', ownAddress() + location.search)
  return key.trim()
}

/** The key this tab used last, or an empty string. */
export function rememberedKey(): string {
  return sessionStorage.getItem(name) ?? ''
}

/** Keeps the key until the tab is closed. */
export function rememberKey(key: string): void {
  sessionStorage.setItem(name, key)
}

/** Drops the kept key. */
export function forgetKey(): void {
  sessionStorage.removeItem(name)
}
