import type { Context } from '../../../context.ts'
import { type ActionInput, transitionLead } from '../lead-actions/transition-lead.ts'
import type { GroupBooking } from './group-booking.ts'

/**
 * Cancels the main lead of a group booking and every sub-lead that can be cancelled, in one
 * transaction (contract/leads.md §9.1).
 *
 * @throws ApiError LEAD_NOT_FOUND, ILLEGAL_TRANSITION; READ_ONLY_GRANT when a member is not
 *   accessible
 */
export async function cancelGroupBooking(
  ctx: Context,
  { main }: GroupBooking,
  terms: Pick<ActionInput, 'version' | 'cancelledBy' | 'reason'>,
): Promise<void> {
  await transitionLead(ctx, main, { ...terms, action: 'cancel' })
}
