/** The address of an attachment's file, which needs no credential: contract/messaging.md §14. */
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { readToken, signToken } from '../../../platform/signed-token.ts'
import { newestVersion } from '../../versions.ts'
import type { Attachment } from './attachment.ts'

const audience = 'lodgepole-attachment'
const lifetimeSeconds = 86_400

type ContextPart = Pick<Context, 'clock' | 'settings' | 'signing'>

/** An address that leads to the file for a day; it is another one each time. */
export function linkOf(
  { clock, settings, signing }: ContextPart,
  { agency_uid, message_uid, uid }: Attachment,
): string {
  const claims = {
    aud: audience,
    sub: uid,
    jti: randomBytes(6).toString('base64url'),
    exp: Math.floor(clock.now().getTime() / 1_000) + lifetimeSeconds,
    agency: agency_uid,
    message: message_uid,
  }
  const token = signToken(claims, signing.signing('attachment links'))
  const path = `/messages/${message_uid}/attachments/${uid}`
  return `${settings.publicUrl}/api/v${newestVersion}${path}?token=${token}`
}

/**
 * The agency whose attachment a token leads to.
 *
 * @throws ApiError ACCESS_DENIED when it does not, or not any more
 */
export function agencyOfLink(
  { clock, signing }: Pick<ContextPart, 'clock' | 'signing'>,
  token: string,
  { message, attachment }: { message: string; attachment: string },
): string {
  const now = clock.now()
  const keys = signing.verifying('attachment links', now)
  const claims = readToken(token, keys, { audience, subject: attachment, now })
  if (claims?.message === message) return String(claims.agency)
  throw new ApiError(
    'ACCESS_DENIED',
    'The attachment link is invalid or has expired; request the message again',
    {
      members: { parameter: 'token' },
    },
  )
}
