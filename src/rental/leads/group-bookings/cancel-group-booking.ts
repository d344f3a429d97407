import type { Context } from '../../../context.ts'
import { type Move, moveLead } from '../lead-actions/move-lead.ts'
import type { GroupBooking } from './group-booking.ts'

/**
 * Cancels the main lead of a group booking, and so every sub-lead that can be cancelled, in one
 * transaction (contract/leads.md §9.1).
 *
 * @throws ApiError LEAD_NOT_FOUND, ILLEGAL_TRANSITION; READ_ONLY_GRANT when a member is out of
 *   reach
 */
export async function cancelGroupBooking(
  ctx: Context,
  { main }: GroupBooking,
  terms: Pick<Move, 'version' | 'cancelledBy' | 'reason'>,
): Promise<void> {
  await moveLead(ctx, main, { ...terms, action: 'cancel' })
}
