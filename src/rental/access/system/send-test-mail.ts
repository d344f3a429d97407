import type { Context } from '../../../context.ts'
import { countInHour, rateLimited } from '../../../platform/rest/limits/rate-limit.ts'
import { newUid } from '../../../platform/uid.ts'
import { findStoredEmployee } from '../employees/employees.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import type { SignedIn } from '../sessions/require-session.ts'
import { testMails } from './test-mail-messages.ts'

/** Test mails of an employee in an hour. */
const mailsPerHour = 5

/** Time for the mail server to accept the mail. */
const timeoutMs = 15_000

interface TestMailResult {
  sent: boolean
  /** Reason why it was not sent. */
  error: string | null
  ms: number
}

/**
 * Sends a mail to the address of the signed-in employee, and waits for the mail server
 * (contract/resources.md §8.7).
 *
 * @throws ApiError RATE_LIMITED after five in an hour
 */
export async function sendTestMail(ctx: Context, signedIn: SignedIn): Promise<TestMailResult> {
  const key = { agency_uid: signedIn.agencyUid, uid: signedIn.employeeUid }
  const now = ctx.clock.now()
  const window = await countInHour(ctx.db, `test-mail ${key.uid}`, mailsPerHour, now)
  if (window.refused) throw rateLimited(window)
  const { mailer } = ctx.sending
  if (mailer === null) {
    return { sent: false, error: 'There is no mail server: set SMTP_URL and MAIL_FROM', ms: 0 }
  }
  const { email } = await findStoredEmployee(ctx, key)
  const content = testMails[(await findChosenLanguage(ctx, [key])) ?? 'en']
  const mail = { uid: newUid(now.getTime()), to: email, ...content }
  const startedAt = performance.now()
  const result = await mailer
    .send(mail, AbortSignal.timeout(timeoutMs))
    .catch((error: Error) => ({ result: 'RETRY' as const, reason: error.message }))
  const ms = Math.round(performance.now() - startedAt)
  return result.result === 'SENT'
    ? { sent: true, error: null, ms }
    : { sent: false, error: result.reason, ms }
}
