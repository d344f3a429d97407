import { transaction } from '../../../platform/db/transaction.ts'
import { listActiveUnscoped } from '../employees/sign-in.ts'
import { operator } from '../security-events/record-security-event.ts'
import { type IssueContext, issueLink } from './issue-link.ts'
import type { ResetTask } from './password-links.ts'

/**
 * Sends a link by which to set another password to everybody who has an e-mail address. Who is
 * nobody but an employee of agencies whose node is away gets it when that is back.
 */
export async function issueResetLinks(
  ctx: IssueContext,
  { email, language }: ResetTask,
): Promise<void> {
  const { rows: employees, missing } = await listActiveUnscoped(ctx, email)
  if (employees.length === 0 && missing) throw missing
  await transaction(ctx, async (ctx: IssueContext) => {
    for (const employee of employees) {
      await issueLink(ctx, employee, { purpose: 'RESET', actor: operator, language })
    }
  })
}
