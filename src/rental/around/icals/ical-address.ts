/** Where external calendars are fetched from: contract/resources.md §10, contract/events.md §11. */
import { createHash } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { type ApiError, invalidParameter } from '../../../platform/errors.ts'
import {
  checkTargetUrl,
  readTargetUrl,
  refusalTexts,
  type TargetRefusal,
  withUserinfo,
} from '../../../platform/http/target-url.ts'
import { tenantOf } from '../../access/agencies/caller.ts'
import { findFeedUnscoped } from '../../prices/calendar-feeds/calendar-feeds.ts'
import type { Ical } from './ical.ts'

/**
 * Checks where a URL leads, which asks for the addresses of its host.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export async function checkIcalUrl({ targets, caller }: Context, text: string): Promise<void> {
  const target = await checkTargetUrl(asHttps(text), targets, tenantOf(caller))
  if ('refusal' in target) throw refused(target.refusal)
}

/** The columns of an address. */
export type AddressColumns = Pick<
  Ical,
  'url' | 'userinfo_sealed' | 'userinfo_key_id' | 'url_digest'
>

/**
 * The columns of a URL that was checked; user information is sealed.
 *
 * @throws ApiError INVALID_PARAMETER, also for an address that this server itself exports to
 */
export async function addressColumns(
  ctx: Context,
  icalUid: string,
  text: string,
): Promise<AddressColumns> {
  const target = readTargetUrl(asHttps(text), ctx.targets.guard)
  if ('refusal' in target) throw refused(target.refusal)
  const { url, userinfo, identity } = target
  if (await isOwnFeed(ctx, url)) throw invalidParameter('url', 'must not point to this server')
  const sealed = userinfo === null ? null : ctx.sealer.seal(userinfo, placeOfUserinfo(icalUid))
  return {
    url,
    userinfo_sealed: sealed?.bytes ?? null,
    userinfo_key_id: sealed?.keyId ?? null,
    url_digest: createHash('sha256').update(identity).digest('hex'),
  }
}

/** An address as people paste it: with blanks around, or of the scheme that opens calendars. */
function asHttps(text: string): string {
  return text.trim().replace(/^webcals?:\/\//i, 'https://')
}

/** Name and password of an address, as they stand in a URL. */
export function userinfoOf({ sealer }: Pick<Context, 'sealer'>, ical: Ical): string | null {
  const { uid, userinfo_sealed: bytes, userinfo_key_id: keyId } = ical
  return bytes === null ? null : sealer.open({ keyId: keyId!, bytes }, placeOfUserinfo(uid))
}

/** The address as it is shown: that there are a name and a password is told, not which. */
export function shownUrl({ url, userinfo_sealed }: Ical): string {
  return withUserinfo(url, userinfo_sealed === null ? null : '***')
}

/**
 * Whether a URL is one of the feeds of this server: at its own origin, or under whatever name with
 * a token that is ours.
 */
export async function isOwnFeed(
  ctx: Pick<Context, 'db' | 'settings'>,
  text: string,
): Promise<boolean> {
  const { host, pathname } = new URL(text)
  const path = decoded(pathname)
  const own = new URL(ctx.settings.publicUrl)
  const base = own.pathname.replace(/\/$/, '')
  if (host === own.host && path.startsWith(`${base}/calendar/`)) return true
  const token = /\/calendar\/([0-9a-f]{32})\.ics$/.exec(path)?.[1]
  return token !== undefined && (await findFeedUnscoped(ctx, token)) !== undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Where the user information of a calendar belongs. */
export function placeOfUserinfo(icalUid: string): string {
  return `ical ${icalUid} userinfo`
}

function refused(refusal: TargetRefusal): ApiError {
  return invalidParameter('url', refusalTexts[refusal])
}
