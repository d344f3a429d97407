import type { Context } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import type { Credential } from '../agencies/caller.ts'
import type { Employee } from '../employees/employees.ts'
import type { Language } from '../languages/language.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import {
  recordSecurityEvent,
  type SecurityContext,
} from '../security-events/record-security-event.ts'
import {
  createLink,
  type LinkPurpose,
  type LinkTask,
  lifetimesMs,
  linkUrl,
} from './password-links.ts'

export type LinkContext = Pick<Context, 'db' | 'clock' | 'tasks' | 'sending'> &
  SecurityContext & { settings: Pick<Context['settings'], 'publicUrl'> }

/** Link that was sent by email, or is returned once if there is no mail server. */
export interface IssuedLink {
  email: string | null
  link: string | null
  expiresUtcDateTime: string
}

interface LinkOptions {
  purpose: LinkPurpose
  actor: Credential
  /**
   * Language of the email if the recipient has chosen none. By default the language of the actor.
   */
  language?: Language
}

/**
 * Issues a link to set a password (contract/resources.md §8.1). With a mail server, a task creates
 * and sends it; otherwise it is returned.
 */
export async function issueLink(
  ctx: LinkContext,
  employee: Pick<Employee, 'agency_uid' | 'uid' | 'email'>,
  { purpose, actor, language }: LinkOptions,
): Promise<IssuedLink> {
  const { agency_uid: agencyUid, uid: subjectUid, email } = employee
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + lifetimesMs[purpose])
  const event = purpose === 'INVITATION' ? 'employee.invited' : 'password.reset'
  await recordSecurityEvent(ctx, now, { agencyUid, event, actor, subjectUid })
  const expiresUtcDateTime = utcText(expiresAt)
  if (ctx.sending.mailer === null) {
    const token = await createLink(ctx, employee, expiresAt)
    return { email: null, link: linkUrl(ctx.settings.publicUrl, token), expiresUtcDateTime }
  }
  const task: LinkTask = {
    agencyUid,
    employeeUid: subjectUid,
    purpose,
    language: language ?? (await actorLanguage(ctx, agencyUid, actor)),
    attempt: 1,
  }
  await ctx.tasks.send(ctx.db, 'send-password-link', task)
  return { email, link: null, expiresUtcDateTime }
}

/** Returns the language of the actor as the best guess for the recipient. */
async function actorLanguage(
  ctx: LinkContext,
  agency_uid: string,
  { kind, uid }: Credential,
): Promise<Language> {
  const chosen = kind === 'EMPLOYEE' && (await findChosenLanguage(ctx, [{ agency_uid, uid: uid! }]))
  return chosen || 'en'
}
