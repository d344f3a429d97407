import type { Telling } from '../events/record-event.ts'
import { followGuestInformation } from '../guests/follow-guest-information.ts'
import { followLeadsOfJobs } from '../jobs/follow-leads-of-jobs.ts'
import { followStays } from '../pin-codes/follow-stays.ts'
import { followLeadChanges } from '../threads/follow-lead-changes.ts'
import type { LeadChange } from './lead-events.ts'

/** What a noun around leads does when leads have changed; it may write only its own tables. */
export type Follower = (ctx: Telling, changes: LeadChange[]) => Promise<void>

/** In the order in which they follow. */
const followers: Follower[] = [
  followGuestInformation,
  followLeadChanges,
  followLeadsOfJobs,
  followStays,
]

/** Lets what is around leads follow their changes, in the transaction of these. */
export async function followLeads(ctx: Telling, changes: LeadChange[]): Promise<void> {
  for (const follow of followers) await follow(ctx, changes)
}
