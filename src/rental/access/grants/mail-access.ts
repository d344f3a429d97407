import type { Context } from '../../../context.ts'
import { findAgencyName } from '../agencies/agencies.ts'
import type { Credential } from '../agencies/caller.ts'
import { findStoredEmployee } from '../employees/employees.ts'
import { findAgencyLanguage } from '../languages/languages.ts'
import { consentMessages } from '../languages/page-messages.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { findPartner } from '../partners/partners.ts'
import type { GrantParties } from './change-grants.ts'
import { formatAccess, type GrantInput } from './grant.ts'
import { listGrantables } from './grants.ts'

export type MailContext = Pick<Context, 'db' | 'clock' | 'tasks' | 'caller'> & {
  settings: Pick<Context['settings'], 'publicUrl'>
}

/** Path of the page that lists the partners with access, below `PUBLIC_URL`. */
const accessPath = '/api/auth/oauth/access'

const listedGrantsMax = 50

/**
 * Queues an email that notifies an agency of new access of a partner and of the employee who
 * granted it. It is sent after the transaction commits (contract/general.md §3).
 */
export async function mailAccess(
  ctx: MailContext,
  { agencyUid, partnerUid }: GrantParties,
  widenedGrants: GrantInput[],
): Promise<void> {
  if (widenedGrants.length === 0) return
  // The grants refer to the partner, so it exists.
  const { name: partnerName } = (await findPartner(ctx, partnerUid))!
  const agency = await findAgencyName(ctx, agencyUid)
  const uids = widenedGrants.map(({ objectUid }) => objectUid)
  const objectNames = new Map(
    (await listGrantables(ctx, agencyUid, uids)).map(grantable => [grantable.uid, grantable.name]),
  )
  const messages = consentMessages(await findAgencyLanguage(ctx, agencyUid))
  const { accessMail } = messages
  const lines = widenedGrants
    .slice(0, listedGrantsMax)
    .map(grant => `- ${objectNames.get(grant.objectUid)}: ${formatAccess(grant, messages)}`)
  const omittedLines =
    widenedGrants.length > listedGrantsMax
      ? [`- ${accessMail.more(widenedGrants.length - listedGrantsMax)}`]
      : []
  const grantor = (await grantorName(ctx, agencyUid)) ?? accessMail.operator
  const text = [
    accessMail.intro(grantor, partnerName, agency!),
    [...lines, ...omittedLines].join('\n'),
    accessMail.footer(ctx.settings.publicUrl + accessPath),
  ].join('\n\n')
  const subject = accessMail.subject(partnerName, agency!)
  await queueMail(ctx, { to: { agencyUid }, subject, text })
}

/** Returns null for the operator of the server. */
async function grantorName(ctx: MailContext, agencyUid: string): Promise<string | null> {
  const { kind, uid }: Credential = ctx.caller.credential
  const employee =
    kind === 'EMPLOYEE'
      ? await findStoredEmployee(ctx, { agency_uid: agencyUid, uid: uid! })
      : undefined
  if (!employee) return null
  return `${employee.first_name} ${employee.last_name} (${employee.email})`
}
