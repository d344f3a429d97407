import { transaction } from '../../../platform/db/transaction.ts'
import { listActiveUnscoped } from '../employees/sign-in.ts'
import { operator } from '../security-events/record-security-event.ts'
import { issueLink, type LinkContext } from './issue-password-link.ts'
import type { ResetTask } from './password-links.ts'

/**
 * Sends a reset link to all employees with an email address. If only unavailable nodes can have
 * such employees, throws, and the task is retried.
 */
export async function issueResetLinks(
  ctx: LinkContext,
  { email, language }: ResetTask,
): Promise<void> {
  const { rows: employees, missing } = await listActiveUnscoped(ctx, email)
  if (employees.length === 0 && missing) throw missing
  await transaction(ctx, async (ctx: LinkContext) => {
    for (const employee of employees) {
      await issueLink(ctx, employee, { purpose: 'RESET', actor: operator, language })
    }
  })
}
