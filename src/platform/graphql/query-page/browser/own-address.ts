/**
 * The address of the page without query and fragment, with its origin: the server accepts paths
 * that begin with two slashes, and such a path alone would name another host.
 */
export function ownAddress(): string {
  return location.origin + location.pathname
}
