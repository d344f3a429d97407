/** Emails with links to set a password: contract/general.md §2.4. */
import { type WorkContext, worker } from '../../../context.ts'
import type { Task } from '../../../platform/jobs/job-queue.ts'
import { findStoredEmployee } from '../employees/employees.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import { type PlainMessages, plainMessages } from '../languages/page-messages.ts'
import { issueResetLinks } from './issue-reset-links.ts'
import {
  createLink,
  type LinkPurpose,
  type LinkTask,
  lifetimesMs,
  linkUrl,
  type ResetTask,
} from './password-links.ts'

/** Retry delays, in seconds. */
const retryDelaysSeconds = [60, 300, 1_800]

export const passwordLinkWorkers = [
  worker({
    name: 'send-reset-links',
    work: (ctx, { data }: Task<ResetTask>) => issueResetLinks(ctx, data),
  }),
  worker({
    name: 'send-password-link',
    async work(ctx, { data, signal }: Task<LinkTask>) {
      const { agencyUid, employeeUid, purpose, attempt } = data
      const { mailer } = ctx.sending
      const key = { agency_uid: agencyUid, uid: employeeUid }
      const employee = await findStoredEmployee(ctx, key)
      if (mailer === null || !employee.is_active) return
      const now = ctx.clock.now()
      const expiresAt = new Date(now.getTime() + lifetimesMs[purpose])
      const link = linkUrl(ctx.settings.publicUrl, await createLink(ctx, employee, expiresAt))
      const language = (await findChosenLanguage(ctx, [key])) ?? data.language ?? 'en'
      const names = {
        firstName: employee.first_name,
        agencyName: await findAgencyName(ctx, agencyUid),
      }
      const mail = {
        uid: employeeUid,
        to: employee.email,
        ...formatLinkMail(plainMessages(language), purpose, { ...names, link }),
      }
      const { result } = await mailer.send(mail, signal)
      if (result === 'RETRY' && attempt <= retryDelaysSeconds.length) {
        const retryTask = { ...data, attempt: attempt + 1 }
        const afterSeconds = retryDelaysSeconds[attempt - 1]!
        return ctx.tasks.send(ctx.db, 'send-password-link', retryTask, { afterSeconds })
      }
      if (result !== 'SENT')
        ctx.log.warn(
          { attempt },
          'Could not send a password link. Check the mail server and send it again',
        )
    },
  }),
]

async function findAgencyName({ db }: WorkContext, agencyUid: string): Promise<string> {
  const { name } = await db
    .selectFrom('agencies')
    .select('name')
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirstOrThrow()
  return name
}

/** Formats the email of an invitation or reset. */
function formatLinkMail(
  { mails }: PlainMessages,
  purpose: LinkPurpose,
  { firstName, agencyName, link }: { firstName: string; agencyName: string; link: string },
): { subject: string; text: string } {
  const greeting = mails.hello(firstName)
  if (purpose === 'INVITATION') {
    const text = `${greeting}\n\n${mails.invited(agencyName)}\n\n${link}\n`
    return { subject: mails.invitation(agencyName), text }
  }
  const text = `${greeting}\n\n${mails.resetRequested(agencyName)}\n\n${link}\n\n${mails.notYou}\n`
  return { subject: mails.reset(agencyName), text }
}
