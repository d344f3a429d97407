/** Small picture of a property. */
import { formatInitials } from '../i18n/format.ts'

/** Shows initials if there is no picture. The name stands next to it. */
export function Thumbnail({ url, name }: { url: string | null; name: string }) {
  return url ? (
    <img className="thumbnail" src={scaledUrl(url)} alt="" loading="lazy" />
  ) : (
    <span className="thumbnail" aria-hidden="true">
      {formatInitials(name)}
    </span>
  )
}

const storedPath = '/files/photos/'

/**
 * Returns the address of a photo with 480 pixels on its longest side. Files of this server are
 * addressed without a host, because the console may be used under another one.
 */
export function scaledUrl(url: string): string {
  const { pathname } = new URL(url, location.href)
  const start = pathname.indexOf(storedPath)
  return start < 0 ? url : `${pathname.slice(start)}?w=480`
}
