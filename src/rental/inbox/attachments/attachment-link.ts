/**
 * Signed link to the file of an attachment, which needs no credential: contract/messaging.md §14.
 */
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { readToken, signToken } from '../../../platform/crypto/signed-token.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newestVersion } from '../../versions.ts'
import type { Attachment } from './attachment.ts'

const audience = 'lodgepole-attachment'
const lifetimeSeconds = 86_400

type ContextPart = Pick<Context, 'clock' | 'settings' | 'signing'>

/** Returns a signed URL of the file, valid for a day and different on each call. */
export function signAttachmentUrl(
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
 * Returns the agency of the attachment in a token.
 *
 * @throws ApiError ACCESS_DENIED for an invalid or expired token
 */
export function readLinkAgency(
  { clock, signing }: Pick<ContextPart, 'clock' | 'signing'>,
  token: string,
  { messageUid, attachmentUid }: { messageUid: string; attachmentUid: string },
): string {
  const now = clock.now()
  const keys = signing.verifying('attachment links', now)
  const claims = readToken(token, keys, { audience, subject: attachmentUid, now })
  if (claims?.message === messageUid) return String(claims.agency)
  throw new ApiError(
    'ACCESS_DENIED',
    'The attachment link is invalid or has expired; request the message again',
    {
      members: { parameter: 'token' },
    },
  )
}
