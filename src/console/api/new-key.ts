/**
 * Returns an idempotency key of 128 random bits in hex (contract/general.md §11).
 * `crypto.randomUUID` does not exist on plain HTTP.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
