/** Mails by which people set a password: contract/general.md §2.4. */
import { type WorkContext, worker } from '../../../context.ts'
import type { Task } from '../../../platform/worker.ts'
import { findKnownEmployee } from '../employees/employees.ts'
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
    work: (ctx, { data }: Task<ResetTask>) => issueResetLinks(ctx, data.email),
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
      const named = { firstName: employee.first_name, agencyName: await nameOf(ctx, agencyUid) }
      const mail = {
        uid: employeeUid,
        to: employee.email,
        ...linkMail(purpose, { ...named, link }),
      }
      const { result } = await mailer.send(mail, signal)
      if (result === 'RETRY' && attempt <= delays.length) {
        const later = { ...data, attempt: attempt + 1 }
        const afterSeconds = delays[attempt - 1]!
        return ctx.tasks.send(ctx.db, 'send-password-link', later, { afterSeconds })
      }
      if (result !== 'SENT') ctx.log.warn({ attempt }, 'a link could not be delivered')
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
  purpose: LinkPurpose,
  { firstName, agencyName, link }: { firstName: string; agencyName: string; link: string },
): { subject: string; text: string } {
  const hello = `Hello ${firstName},\n\n`
  if (purpose === 'INVITATION') {
    return {
      subject: `Your place at ${agencyName}`,
      text: `${hello}${agencyName} has invited you to Lodgepole, where it looks after its \
properties.\nChoose a password here; the link is good once, and for a week:\n\n${link}\n`,
    }
  }
  return {
    subject: `A new password for ${agencyName}`,
    text: `${hello}Somebody, probably you, asked for a new password at ${agencyName}.\n\
Choose it here; the link is good once, and for an hour:\n\n${link}\n\n\
If it was not you, you need do nothing: your password stays as it is.\n`,
  }
}
