/**
 * Returns the URL of the page without query and fragment. It includes the origin, because a path
 * that begins with two slashes alone would name another host.
 */
export function pageUrl(): string {
  return location.origin + location.pathname
}
