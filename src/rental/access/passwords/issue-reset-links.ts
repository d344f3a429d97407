import { transaction } from '../../../platform/db/transaction.ts'
import { listActiveUnscoped } from '../employees/sign-in.ts'
import { operator } from '../security-events/record-security-event.ts'
import { type IssueContext, issueLink } from './issue-link.ts'
import type { ResetTask } from './password-links.ts'

/** Sends a link by which to set another password to everybody who has an e-mail address. */
export async function issueResetLinks(
  ctx: IssueContext,
  { email, language }: ResetTask,
): Promise<void> {
  await transaction(ctx, async (ctx: IssueContext) => {
    for (const employee of await listActiveUnscoped(ctx, email)) {
      await issueLink(ctx, employee, 'RESET', operator, language)
    }
  })
}
