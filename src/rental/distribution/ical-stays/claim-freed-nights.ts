import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates/dates.ts'
import { warn } from '../../../platform/rest/response/warnings.ts'
import type { LeadChange } from '../../leads/lead-history/lead-events.ts'
import { datesOf, type LeadRow } from '../../leads/leads/lead.ts'
import { endExportsOfLead } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import { blocks } from '../../prices/occupancies/lead-status.ts'
import { findTimeZone } from '../../properties/properties/properties.ts'
import {
  type IcalEvent,
  mayEcho,
  mayRepeatLead,
  type Nights,
  reasons,
} from '../ical-events/ical-event.ts'
import {
  deleteIcalBlocks,
  findAnyIcalEvent,
  listClaims,
  listEventBlocks,
  type NightClaim,
  updateIcalEvent,
} from '../ical-events/ical-events.ts'
import { clearedValidators } from '../icals/ical.ts'
import { recordEchoEnd, updateIcal } from '../icals/icals.ts'
import { coverEvents } from './covered-events.sql.ts'
import { removeFutureBlocks } from './event-blocks.sql.ts'
import { echoMs } from './ical-stay.ts'
import { lockClaimedInventory } from './lock-claimed-inventory.ts'

/**
 * Gives nights that a lead frees to the events of external calendars that claim them, as blocks.
 * This happens in the transaction of the action, so that the nights are never for sale in between.
 * A task then stores the stays that fit. Imports cover the nights that they free themselves.
 */
export async function claimFreedNights(ctx: Context, changes: LeadChange[]): Promise<void> {
  for (const change of changes) if (freesNights(change)) await claimNightsOfLead(ctx, change)
}

/** Returns whether a change frees nights of a property that still exists. */
function freesNights({ before, after, action }: LeadChange): boolean {
  if (before === null || action === 'delete-property' || before.property_uid === null) return false
  if (!blocks(before.status)) return false
  if (after === null || !blocks(after.status)) return true
  const [former, current] = [datesOf(before), datesOf(after)]
  return (
    before.property_uid !== after.property_uid ||
    before.unit_uid !== after.unit_uid ||
    former.checkIn < current.checkIn ||
    current.checkOut < former.checkOut
  )
}

async function claimNightsOfLead(ctx: Context, { before, after }: LeadChange): Promise<void> {
  // `freesNights` requires a former row with a property.
  const lead = before!
  const { agency_uid: agencyUid, property_uid } = lead
  const { checkIn, checkOut } = datesOf(lead)
  await endExportsOfLead(ctx, lead, { checkIn, checkOut })
  const range = { from: dayOf(checkIn), to: dayOf(checkOut) }
  const propertyUids = [property_uid!, ...(ctx.pending.listFamily(property_uid!) ?? [])]
  const { kind, uid: importedUid } = ctx.caller.credential
  const isImport = kind === 'ICAL'
  if (after === null && lead.type === 'BLOCK' && !isImport) await releaseDeletedBlock(ctx, lead)
  const allClaims = await listClaims(ctx, agencyUid, [...new Set(propertyUids)], range)
  // An import updates the events of its own calendar itself.
  const claims = isImport ? allClaims.filter(claim => claim.ical_uid !== importedUid) : allClaims
  if (claims.length === 0) return
  const hasEnded = after === null || !blocks(after.status)
  for (const claim of hasEnded ? claims : []) {
    const isSameStay = claim.state === 'SAME_STAY'
    if (claim.lead_uid !== lead.uid || claim.state === 'ECHO' || (isImport && !isSameStay)) continue
    await updateIcalEvent(ctx, claim, columnsWithoutLead(claim, { isDeleted: after === null }))
  }
  const echoEndsAt = new Date(ctx.clock.now().getTime() + echoMs)
  const repeatingIcals = listIcalUids(claims.filter(mayEcho))
  if (repeatingIcals.size > 0) await recordEchoEnd(ctx, agencyUid, repeatingIcals, echoEndsAt)
  if (!isImport && !(await coverFreedNights(ctx, lead, range))) return
  for (const uid of listIcalUids(claims.filter(isWaitingFor(lead, { isImport })))) {
    await updateIcal(ctx, { agency_uid: agencyUid, uid }, clearedValidators)
    await ctx.tasks.send(ctx.db, 'settle-ical', { agencyUid, uid })
  }
}

/** Blocks the claimed nights that a lead has freed. @returns false if the property is deleted */
async function coverFreedNights(ctx: Context, lead: LeadRow, range: Nights): Promise<boolean> {
  const property = { agency_uid: lead.agency_uid, property_uid: lead.property_uid! }
  const inventories = await lockClaimedInventory(ctx, property)
  const inventory = inventories.get(property.property_uid)
  if (!inventory) return false
  const today = dayOf(dateIn(inventory.time_zone, ctx.clock.now()))
  const covering = {
    agencyUid: property.agency_uid,
    inventories,
    ranges: [range],
    icalUid: null,
    today,
  }
  if ((await coverEvents(ctx, covering)) > 0) warn(ctx, 'NIGHTS_CLAIMED', claimedWarning)
  return true
}

const claimedWarning = 'released nights stay blocked by an external calendar'

function listIcalUids(claims: NightClaim[]): Set<string> {
  return new Set(claims.map(claim => claim.ical_uid))
}

/**
 * Returns a test for events that may now be stored. During an import these are only the events
 * whose stay was the lead.
 */
function isWaitingFor(lead: LeadRow, { isImport }: { isImport: boolean }) {
  return ({ may_have_guest, lead_uid, state }: NightClaim) => {
    if (isImport) return lead_uid === lead.uid && state === 'SAME_STAY'
    return may_have_guest && state !== 'ECHO' && (state !== 'STORED' || lead_uid === lead.uid)
  }
}

/** Returns the columns that change of an event whose lead was cancelled or deleted. */
function columnsWithoutLead(
  event: IcalEvent,
  { isDeleted }: { isDeleted: boolean },
): Partial<IcalEvent> {
  const reset = { state: 'BLOCKS', lead_uid: null, reason: null }
  if (event.state === 'SAME_STAY') {
    return mayRepeatLead(event) ? { ...reset, reason: reasons.leadGone, is_clash: true } : reset
  }
  if (isDeleted && event.status === 'BLOCKED') return ignoredColumns
  return { ...reset, reason: reasons.cancelledHere, is_clash: false }
}

const ignoredColumns = {
  state: 'IGNORED',
  lead_uid: null,
  reason: reasons.released,
  is_clash: false,
}

/** Releases all nights of an event when a user deletes one of its blocks. */
async function releaseDeletedBlock(ctx: Context, { agency_uid, uid }: LeadRow): Promise<void> {
  const [eventUid] = await deleteIcalBlocks(ctx, agency_uid, [uid])
  if (eventUid === undefined) return
  const event = await findAnyIcalEvent(ctx, agency_uid, eventUid)
  if (!event) return
  const hasNoLead = event.lead_uid === null
  const outcome = hasNoLead ? ignoredColumns : { reason: reasons.released, is_clash: false }
  await updateIcalEvent(ctx, event, outcome)
  if (!hasNoLead) return
  const today = dayOf(dateIn(await findTimeZone(ctx, event), ctx.clock.now()))
  const remainingBlocks = await listEventBlocks(ctx, agency_uid, [eventUid])
  await removeFutureBlocks(ctx, agency_uid, remainingBlocks, today)
}
