/** The address of an attachment's file, which needs no credential: contract/messaging.md §14. */
import { randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newestVersion } from '../../versions.ts'
import type { Attachment } from './attachment.ts'

const audience = 'lodgepole-attachment'
const lifetimeMs = 86_400_000

type ContextPart = Pick<Context, 'clock' | 'settings'>

/** An address that leads to the file for a day; it is another one each time. */
export async function linkOf(
  { clock, settings }: ContextPart,
  { agency_uid, message_uid, uid }: Attachment,
): Promise<string> {
  const token = await new SignJWT({ agency: agency_uid, message: message_uid })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(uid)
    .setJti(randomBytes(6).toString('base64url'))
    .setExpirationTime(new Date(clock.now().getTime() + lifetimeMs))
    .sign(settings.secretKeys[0]!)
  const path = `/messages/${message_uid}/attachments/${uid}`
  return `${settings.publicUrl}/api/v${newestVersion}${path}?token=${token}`
}

/**
 * The agency whose attachment a token leads to.
 *
 * @throws ApiError ACCESS_DENIED when it does not, or not any more
 */
export async function agencyOfLink(
  { clock, settings }: ContextPart,
  token: string,
  { message, attachment }: { message: string; attachment: string },
): Promise<string> {
  for (const key of settings.secretKeys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        audience,
        subject: attachment,
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        currentDate: clock.now(),
      })
      if (payload.message === message) return String(payload.agency)
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
    }
  }
  throw new ApiError('ACCESS_DENIED', 'The link to the attachment is wrong or has expired', {
    members: { parameter: 'token' },
  })
}
