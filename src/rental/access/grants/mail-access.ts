import type { Context } from '../../../context.ts'
import { findAgencyName } from '../agencies/agencies.ts'
import type { Credential } from '../agencies/caller.ts'
import { findKnownEmployee } from '../employees/employees.ts'
import { consentWordsOf } from '../languages/page-words.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { findPartner } from '../partners/partners.ts'
import type { Party } from './change-grants.ts'
import { mayOf, type WantedGrant } from './grant.ts'
import { listGrantables } from './grants.ts'

export type Mailing = Pick<Context, 'db' | 'clock' | 'tasks' | 'caller'> & {
  settings: Pick<Context['settings'], 'publicUrl'>
}

/** Where a manager sees who has access, below `PUBLIC_URL`. */
const accessPath = '/api/auth/oauth/access'

const namedMax = 50

/**
 * Writes to an agency what a partner has got of it that it had not before, or not so much of, and
 * who gave it; to be sent once the open transaction is committed (contract/general.md §3).
 */
export async function mailAccess(
  ctx: Mailing,
  { agencyUid, partnerUid }: Party,
  wider: WantedGrant[],
): Promise<void> {
  if (wider.length === 0) return
  const partner = await findPartner(ctx, partnerUid)
  const agency = await findAgencyName(ctx, agencyUid)
  const uids = wider.map(({ objectUid }) => objectUid)
  const names = new Map(
    (await listGrantables(ctx, agencyUid, uids)).map(one => [one.uid, one.name]),
  )
  // It goes to the agency, which has no language of its own.
  const words = consentWordsOf('en')
  const lines = wider
    .slice(0, namedMax)
    .map(grant => `- ${names.get(grant.objectUid)}: ${mayOf(grant, words)}`)
  const more = wider.length > namedMax ? [`- and ${wider.length - namedMax} more`] : []
  const giver = await giverOf(ctx, agencyUid)
  const text = `${giver} gave ${partner!.name} new access to ${agency}:

${[...lines, ...more].join('\n')}

Review, change or remove access: ${ctx.settings.publicUrl}${accessPath}
If this was a mistake, remove the access there and reset the password of the account that gave it.`
  const subject = `${partner!.name} now has access to ${agency}`
  await queueMail(ctx, { to: { agencyUid }, subject, text })
}

async function giverOf(ctx: Mailing, agencyUid: string): Promise<string> {
  const { kind, uid }: Credential = ctx.caller.credential
  const employee =
    kind === 'EMPLOYEE'
      ? await findKnownEmployee(ctx, { agency_uid: agencyUid, uid: uid! })
      : undefined
  if (!employee) return 'The operator of the server'
  return `${employee.first_name} ${employee.last_name} (${employee.email})`
}
