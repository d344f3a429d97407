/** URLs of external calendars: contract/resources.md §10, contract/events.md §11. */
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
 * Checks the target of a URL, which resolves its host name.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export async function checkIcalUrl({ targets, caller }: Context, url: string): Promise<void> {
  const target = await checkTargetUrl(normalizeUrl(url), targets, tenantOf(caller))
  if ('refusal' in target) throw invalidUrl(target.refusal)
}

export type AddressColumns = Pick<
  Ical,
  'url' | 'userinfo_sealed' | 'userinfo_key_id' | 'url_digest'
>

/**
 * Returns the columns of a checked URL. User information is encrypted.
 *
 * @throws ApiError INVALID_PARAMETER, also for a feed of this server
 */
export async function addressColumns(
  ctx: Context,
  icalUid: string,
  pastedUrl: string,
): Promise<AddressColumns> {
  const target = readTargetUrl(normalizeUrl(pastedUrl), ctx.targets.guard)
  if ('refusal' in target) throw invalidUrl(target.refusal)
  const { url, userinfo, identity } = target
  if (await isOwnFeed(ctx, url)) throw invalidParameter('url', 'must not point to this server')
  const encrypted =
    userinfo === null ? null : ctx.cipher.encrypt(userinfo, userinfoContext(icalUid))
  return {
    url,
    userinfo_sealed: encrypted?.bytes ?? null,
    userinfo_key_id: encrypted?.keyId ?? null,
    url_digest: createHash('sha256').update(identity).digest('hex'),
  }
}

/** Normalizes a pasted URL: without blanks, and `https` instead of `webcal`. */
function normalizeUrl(pastedUrl: string): string {
  return pastedUrl.trim().replace(/^webcals?:\/\//i, 'https://')
}

/** Decrypts the name and password of a URL; null if it has none. */
export function decryptUserinfo({ cipher }: Pick<Context, 'cipher'>, ical: Ical): string | null {
  const { uid, userinfo_sealed: bytes, userinfo_key_id: keyId } = ical
  return bytes === null ? null : cipher.decrypt({ keyId: keyId!, bytes }, userinfoContext(uid))
}

/** Returns the URL with its name and password redacted. */
export function redactedUrl({ url, userinfo_sealed }: Ical): string {
  return withUserinfo(url, userinfo_sealed === null ? null : '***')
}

/**
 * Returns whether a URL is a feed of this server: below the public URL, or at another host, such
 * as an alias, with a token of a feed.
 */
export async function isOwnFeed(
  ctx: Pick<Context, 'db' | 'settings'>,
  url: string,
): Promise<boolean> {
  const { host, pathname } = new URL(url)
  const path = decodePath(pathname)
  const publicUrl = new URL(ctx.settings.publicUrl)
  const basePath = publicUrl.pathname.replace(/\/$/, '')
  if (host === publicUrl.host && path.startsWith(`${basePath}/calendar/`)) return true
  const token = /\/calendar\/([0-9a-f]{32})\.ics$/.exec(path)?.[1]
  return token !== undefined && (await findFeedUnscoped(ctx, token)) !== undefined
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Malformed escapes.
    return path
  }
}

/** Returns the encryption context of a calendar's user information. */
export function userinfoContext(icalUid: string): string {
  return `ical ${icalUid} userinfo`
}

function invalidUrl(refusal: TargetRefusal): ApiError {
  return invalidParameter('url', refusalTexts[refusal])
}
