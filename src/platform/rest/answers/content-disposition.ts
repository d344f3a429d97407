/**
 * `Content-Disposition` of a file to be saved under a name: in ASCII for everybody, and for those
 * who know RFC 6266 as it is.
 */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const plain = `attachment; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`
}

/** RFC 8187: percent-encoded but for what a parameter may have as it is. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
