/** Mails by which people set a password: contract/general.md §2.4. */
import { type WorkContext, worker } from '../../../context.ts'
import type { Task } from '../../../platform/worker.ts'
import { findKnownEmployee } from '../employees/employees.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import { type PlainWords, wordsOf } from '../languages/page-words.ts'
import { issueResetLinks } from './issue-reset-links.ts'
import {
  giveLink,
  type LinkPurpose,
  type LinkTask,
  lifetimesMs,
  linkOf,
  type ResetTask,
} from './password-links.ts'

/** Seconds from one attempt to the next. */
const delays = [60, 300, 1_800]

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
      const employee = await findKnownEmployee(ctx, key)
      if (mailer === null || !employee.is_active) return
      const now = ctx.clock.now()
      const expires = new Date(now.getTime() + lifetimesMs[purpose])
      const link = linkOf(ctx.settings.publicUrl, await giveLink(ctx, employee, expires))
      const language = (await findChosenLanguage(ctx, [key])) ?? data.language ?? 'en'
      const named = { firstName: employee.first_name, agencyName: await nameOf(ctx, agencyUid) }
      const mail = {
        uid: employeeUid,
        to: employee.email,
        ...linkMail(wordsOf(language), purpose, { ...named, link }),
      }
      const { result } = await mailer.send(mail, signal)
      if (result === 'RETRY' && attempt <= delays.length) {
        const later = { ...data, attempt: attempt + 1 }
        const afterSeconds = delays[attempt - 1]!
        return ctx.tasks.send(ctx.db, 'send-password-link', later, { afterSeconds })
      }
      if (result !== 'SENT')
        ctx.log.warn(
          { attempt },
          'Could not send a password link. Check the mail server and send it again',
        )
    },
  }),
]

async function nameOf({ db }: WorkContext, agencyUid: string): Promise<string> {
  const { name } = await db
    .selectFrom('agencies')
    .select('name')
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirstOrThrow()
  return name
}

/** What somebody reads who is invited, or has forgotten the password. */
function linkMail(
  { mails }: PlainWords,
  purpose: LinkPurpose,
  { firstName, agencyName, link }: { firstName: string; agencyName: string; link: string },
): { subject: string; text: string } {
  const hello = mails.hello(firstName)
  if (purpose === 'INVITATION') {
    const text = `${hello}\n\n${mails.invited(agencyName)}\n\n${link}\n`
    return { subject: mails.invitation(agencyName), text }
  }
  const text = `${hello}\n\n${mails.asked(agencyName)}\n\n${link}\n\n${mails.notYou}\n`
  return { subject: mails.reset(agencyName), text }
}
