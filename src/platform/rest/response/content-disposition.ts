/**
 * Returns the `Content-Disposition` of a download: an ASCII name for all clients, and the exact
 * name for clients that support RFC 6266.
 */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const plain = `attachment; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeParameter(name)}`
}

/** Percent-encodes a parameter value (RFC 8187). */
function encodeParameter(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
