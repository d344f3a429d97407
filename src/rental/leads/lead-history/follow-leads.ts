import type { Context } from '../../../context.ts'
import { followLeadsOfJobs } from '../../around/jobs/follow-leads-of-jobs.ts'
import { followStays } from '../../around/pin-codes/follow-stays.ts'
import type { Telling } from '../../events/events/record-event.ts'
import { followLeadChanges } from '../../inbox/threads/follow-lead-changes.ts'
import { followGuestInformation } from '../guest-identity/follow-guest-information.ts'
import type { LeadChange } from './lead-events.ts'

/** The context of a follower, which leaves what it cannot do now as a task. */
export type Following = Telling & Pick<Context, 'tasks'> & Partial<Pick<Context, 'freedNights'>>

/** What a noun around leads does when leads have changed; it may write only its own tables. */
type Follower = (ctx: Following, changes: LeadChange[]) => Promise<void>

/** In the order in which they follow. */
const followers: Follower[] = [
  followGuestInformation,
  followLeadChanges,
  followLeadsOfJobs,
  followStays,
]

/** Lets what is around leads follow their changes, in the transaction of these. */
export async function followLeads(ctx: Following, changes: LeadChange[]): Promise<void> {
  for (const follow of followers) await follow(ctx, changes)
  // An act that frees nights has all of a context.
  await ctx.freedNights?.(ctx as Context, changes)
}
