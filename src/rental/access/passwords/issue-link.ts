import type { Context } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
import type { Credential } from '../agencies/caller.ts'
import type { Employee } from '../employees/employees.ts'
import type { Language } from '../languages/language.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import { recordSecurityEvent, type Securing } from '../security-events/record-security-event.ts'
import { giveLink, type LinkPurpose, type LinkTask, lifetimesMs, linkOf } from './password-links.ts'

/** What issuing a link needs. */
export type IssueContext = Pick<Context, 'db' | 'clock' | 'tasks' | 'sending'> &
  Securing & { settings: Pick<Context['settings'], 'publicUrl'> }

/** What became of a link: it is mailed, or shown to who asked for it, once. */
export interface IssuedLink {
  email: string | null
  link: string | null
  expiresUtcDateTime: string
}

interface Issuing {
  purpose: LinkPurpose
  actor: Credential
  /** Language of the mail, unless its receiver has chosen one; by default that of the actor. */
  language?: Language
}

/**
 * Gives an employee a link by which to set a password (contract/resources.md §8.1). It goes by
 * mail, and is made only when that is sent; without a mail server it is the answer.
 */
export async function issueLink(
  ctx: IssueContext,
  employee: Pick<Employee, 'agency_uid' | 'uid' | 'email'>,
  { purpose, actor, language }: Issuing,
): Promise<IssuedLink> {
  const { agency_uid: agencyUid, uid: subjectUid, email } = employee
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + lifetimesMs[purpose])
  const event = purpose === 'INVITATION' ? 'employee.invited' : 'password.reset'
  await recordSecurityEvent(ctx, now, { agencyUid, event, actor, subjectUid })
  const expiresUtcDateTime = utcText(expires)
  if (ctx.sending.mailer === null) {
    const token = await giveLink(ctx, employee, expires)
    return { email: null, link: linkOf(ctx.settings.publicUrl, token), expiresUtcDateTime }
  }
  const task: LinkTask = {
    agencyUid,
    employeeUid: subjectUid,
    purpose,
    language: language ?? (await languageOf(ctx, agencyUid, actor)),
    attempt: 1,
  }
  await ctx.tasks.send(ctx.db, 'send-password-link', task)
  return { email, link: null, expiresUtcDateTime }
}

/** Whoever is invited understands, it seems, what the one who does it has chosen. */
async function languageOf(
  ctx: IssueContext,
  agency_uid: string,
  { kind, uid }: Credential,
): Promise<Language> {
  const chosen = kind === 'EMPLOYEE' && (await findChosenLanguage(ctx, [{ agency_uid, uid: uid! }]))
  return chosen || 'en'
}
