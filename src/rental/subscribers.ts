/** Subscribers of districts to changes in lower districts, in the order in which they run. */
import type { Context, Subscribers } from '../context.ts'
import { claimFreedNights } from './distribution/ical-stays/claim-freed-nights.ts'
import { claimFreedUnit } from './distribution/ical-stays/claim-freed-unit.ts'
import { resumeAgencyDeliveries } from './events/deliveries/open-deliveries.sql.ts'
import { onAccessChange } from './events/webhook-states/on-access-change.ts'
import { resumeFailures } from './events/webhook-states/webhook-health.sql.ts'
import { resumeMessageDeliveries } from './inbox/message-deliveries/message-deliveries.ts'
import { onLeadChanges } from './inbox/threads/on-lead-changes.ts'
import { updateGuestsOfLeads } from './leads/guest-matching/update-guests-of-leads.ts'
import { changeSubProperties } from './leads/held-nights/change-sub-properties.ts'
import {
  checkNoCurrentOrFutureStays,
  checkUnitUnoccupied,
} from './leads/held-nights/check-removal.ts'
import {
  applyTimeZone,
  deleteBlocks,
  detachInquiries,
} from './leads/held-nights/leads-of-property.sql.ts'
import { bumpLeadTimes } from './leads/lead-history/bump-lead-times.sql.ts'
import { cancelJobsOfProperty } from './operations/jobs/cancel-jobs-of-property.ts'
import { updateJobsOfLeads } from './operations/jobs/update-jobs-of-leads.ts'
import { updatePinCodesOfLeads } from './operations/pin-codes/update-pin-codes-of-leads.ts'
import { insertFeeds } from './prices/calendar-feeds/calendar-feeds.ts'

export const subscribers: Subscribers = {
  accessChanged: onAccessChange,
  async agencyEnabled(ctx, pause) {
    await resumeAgencyDeliveries(ctx, pause)
    await resumeFailures(ctx, pause)
    await resumeMessageDeliveries(ctx, pause)
  },
  shownChanged: bumpLeadTimes,
  async propertyCreated(ctx, property) {
    await insertFeeds(ctx, [property], property.created_at)
  },
  timeZoneChanged: applyTimeZone,
  async propertyDeleting(ctx, property) {
    await checkNoCurrentOrFutureStays(ctx, property)
    await deleteBlocks(ctx, property)
    await detachInquiries(ctx, property)
    await cancelJobsOfProperty(ctx, property)
  },
  subsChanging: changeSubProperties,
  unitAdded: claimFreedUnit,
  unitRemoving: checkUnitUnoccupied,
  async leadsChanged(ctx, changes) {
    await updateGuestsOfLeads(ctx, changes)
    await onLeadChanges(ctx, changes)
    await updateJobsOfLeads(ctx, changes)
    await updatePinCodesOfLeads(ctx, changes)
    // Actions that free nights have a complete context.
    await claimFreedNights(ctx as Context, changes)
  },
}
