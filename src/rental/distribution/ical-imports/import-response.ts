/** Applies a calendar's response group by group, each in a transaction of its own. */
import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { isDatabaseUnavailable } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findNextEnd } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import { adoptByStays, adoptLeads } from '../ical-events/adopted-events.sql.ts'
import { type IcalEvent, isWaiting, mayEcho, nightsOf, reasons } from '../ical-events/ical-event.ts'
import {
  deleteIcalEvents,
  listEventBlocks,
  listIcalEvents,
  setMissingSince,
} from '../ical-events/ical-events.ts'
import type { ImportedStay } from '../ical-events/imported-stay.ts'
import { type Matched, matchStays, type UidTrust } from '../ical-events/match-stays.ts'
import { type Change, type Plan, planChanges } from '../ical-events/plan-changes.ts'
import type { Complaint, Stays } from '../ical-events/read-stays.ts'
import { applyChanges } from '../ical-stays/apply-changes.ts'
import { echoMs } from '../ical-stays/ical-stay.ts'
import { clearedValidators, type Ical, stableMs, stableResponses } from '../icals/ical.ts'
import { ClaimLost, type ImportClaim, setEchoUntil, withClaim } from './ical-claims.sql.ts'

export interface ImportOptions {
  /** Civil date at the property. */
  today: string
  /** True if stays may overlap. */
  isUnitType: boolean
  /** True if a user has confirmed that the response is complete: missing events no longer exist. */
  isBelieved: boolean
  /** Returns true if the import has to stop. */
  isTimeUp(): boolean
}

export interface ImportResult {
  complaints: Complaint[]
  /** Columns of the calendar to update. */
  columns: Partial<Ical>
}

/**
 * Applies a response to the leads of a calendar.
 *
 * @param response null if the response is the same as the previous one
 * @returns null if the time was not sufficient; the next import continues
 * @throws ClaimLost, and errors of an unavailable database
 */
export async function importResponse(
  ctx: Context,
  claim: ImportClaim,
  response: Stays | null,
  options: ImportOptions,
): Promise<ImportResult | null> {
  const today = dayOf(options.today)
  const storedEvents = await listStoredEvents(ctx, claim, response)
  const matched = response
    ? matchStays(storedEvents, response.stays, { today, trust: claim.uid_trust as UidTrust })
    : matchUnchanged(storedEvents, today)
  const now = ctx.clock.now()
  const isFirst = isFirstResponse(claim)
  const withoutLeadUids = storedEvents
    .filter(({ lead_uid }) => lead_uid === null)
    .map(({ uid }) => uid)
  const blocks = isFirst ? await listEventBlocks(ctx, claim.agency_uid, withoutLeadUids) : []
  const plan = planChanges(matched, storedEvents, {
    now,
    today,
    freedKeys: response?.freedKeys ?? new Set(),
    isPartlyUnread: response?.isPartlyUnread ?? false,
    isFirst,
    blockedEvents: new Set(blocks.map(({ event_uid }) => event_uid)),
    massLossSince: claim.mass_loss_since,
    isBelieved: options.isBelieved,
    isUnitType: options.isUnitType,
  })
  const isEchoDue = claim.echo_until !== null && claim.echo_until <= now
  const groups = [
    ...plan.groups,
    ...(response ? [] : toRecheckGroups(storedEvents.filter(isWaiting))),
    ...(isEchoDue ? toRecheckGroups(storedEvents.filter(mayEcho)) : []),
  ]
  const rejected: Complaint[] = []
  for (const batch of toBatches(groups)) {
    if (options.isTimeUp()) return null
    rejected.push(...(await applyGroups(ctx, claim, batch)))
  }
  const events = await withClaim(ctx, claim, async ctx => {
    await setMissingSince(ctx, claim.agency_uid, plan.nowMissing, now)
    await setMissingSince(ctx, claim.agency_uid, plan.nowPresent, null)
    await deleteIcalEvents(ctx, claim.agency_uid, plan.ended)
    const currentEvents = await listIcalEvents(ctx, claim)
    await updateEchoUntil(ctx, claim, currentEvents)
    return currentEvents
  })
  const clashes = events.filter(event => event.is_clash && nightsOf(event).to > today)
  const massLosses = plan.isMassLoss ? [massLossComplaint(plan)] : []
  // A cleared digest: the summary of a new lead is not known without the response.
  const needsReread = response === null && events.some(event => event.summary_digest === null)
  return {
    complaints: [
      ...(response?.complaints ?? []),
      ...clashes.map(toComplaint),
      ...massLosses,
      ...rejected,
    ],
    columns: {
      clash_count: clashes.length,
      pending_count: plan.pending,
      mass_loss_since: plan.isMassLoss ? (claim.mass_loss_since ?? now) : null,
      responded_at: now,
      ...(response ? toTrustColumns(claim, matched, now) : {}),
      ...(needsReread ? clearedValidators : {}),
    },
  }
}

/**
 * Lists the events of a calendar, after adopting those of deleted calendars that are in the
 * response.
 */
async function listStoredEvents(
  ctx: Context,
  claim: ImportClaim,
  response: Stays | null,
): Promise<IcalEvent[]> {
  const storedEvents = await listIcalEvents(ctx, claim)
  if (!response) return storedEvents
  const { stays } = response
  const keys = new Set(storedEvents.map(({ event_key }) => event_key))
  const added = stays.filter(({ eventKey }) => !keys.has(eventKey))
  const isFirst = isFirstResponse(claim)
  if (added.length === 0 && !isFirst) return storedEvents
  const adopted = await withClaim(ctx, claim, ctx => {
    const isNew = isFirst && storedEvents.length === 0
    return isNew ? adoptByStays(ctx, claim, stays) : adoptLeads(ctx, claim, added)
  })
  return adopted > 0 ? listIcalEvents(ctx, claim) : storedEvents
}

function isFirstResponse({ responded_at }: ImportClaim): boolean {
  return responded_at === null
}

/** Returns the result of matching a response that is the same as the previous one. */
function matchUnchanged(storedEvents: IcalEvent[], today: number): Matched {
  const isOpen = (event: IcalEvent) => nightsOf(event).to > today
  const missing = storedEvents.filter(event => event.missing_since !== null && isOpen(event))
  return { matches: [], added: [], ended: [], recognised: 0, renumbered: 0, missing }
}

/** Returns a group for each present event, to recheck it without changes. */
function toRecheckGroups(events: IcalEvent[]): Change[][] {
  const present = events.filter(event => event.missing_since === null)
  return present.map(event => [{ kind: 'UPDATE', event, stay: null }])
}

/** Sets when events have to be rechecked because nights that they repeat were freed. */
async function updateEchoUntil(
  ctx: Context,
  claim: ImportClaim,
  events: IcalEvent[],
): Promise<void> {
  const { agency_uid, property_uid, echo_until: former } = claim
  const echoBegin = new Date(ctx.clock.now().getTime() - echoMs)
  const isRepeating = events.some(mayEcho)
  const nextEnd = isRepeating ? await findNextEnd(ctx, agency_uid, property_uid, echoBegin) : null
  const next = nextEnd && new Date(nextEnd.getTime() + echoMs)
  if (former?.getTime() !== next?.getTime()) await setEchoUntil(ctx, claim, { former, next })
}

/** Maximum number of changes in a transaction, during which the units are locked. */
const changesPerTransaction = 100

/** Combines groups into batches of one transaction each. */
function toBatches(groups: Change[][]): Change[][][] {
  const batches: Change[][][] = []
  // Full, so that the first group begins a batch.
  let size = changesPerTransaction
  for (const group of groups) {
    if (size + group.length > changesPerTransaction) {
      batches.push([])
      size = 0
    }
    batches.at(-1)!.push(group)
    size += group.length
  }
  return batches
}

/** Applies groups. If one cannot be stored, the others still are. */
async function applyGroups(
  ctx: Context,
  claim: ImportClaim,
  groups: Change[][],
): Promise<Complaint[]> {
  const changes = groups.flat()
  try {
    await withClaim(ctx, claim, async ctx => {
      const clashCount = await applyChanges(ctx, claim, changes)
      for (let i = 0; i < clashCount; i++) emitClash(ctx, claim)
    })
    return []
  } catch (error) {
    if (error instanceof ClaimLost || isDatabaseUnavailable(error)) throw error
    if (groups.length > 1) {
      // One by one, to find the group that cannot be stored.
      const rejected: Complaint[] = []
      for (const single of groups) rejected.push(...(await applyGroups(ctx, claim, [single])))
      return rejected
    }
    const { agency_uid: agency, uid: icalUid } = claim
    const isRejection = error instanceof ApiError
    if (!isRejection)
      ctx.log.error(
        { err: error, agency, icalUid },
        'Could not store an event of an external calendar. The next import retries',
      )
    const reason = isRejection ? error.message : 'could not be stored because of a server error'
    return changes.map(({ stay }) => ({ uid: stay?.uid ?? null, ...stayDates(stay), reason }))
  }
}

function stayDates(stay: ImportedStay | null): Pick<Complaint, 'checkIn' | 'checkOut'> {
  return stay ? { checkIn: stay.checkIn, checkOut: stay.checkOut } : {}
}

function emitClash(ctx: Context, { agency_uid, uid, property_uid }: ImportClaim): void {
  recordEvent(ctx, {
    agencyUid: agency_uid,
    type: 'ICAL_CLASH',
    keys: { ical_uid: uid, property_uid },
  })
}

function toComplaint({ check_in, check_out, reason }: IcalEvent): Complaint {
  const clashText = clashTexts[reason ?? ''] ?? 'another lead occupies one of its nights'
  return { uid: null, checkIn: check_in, checkOut: check_out, reason: clashText }
}

const clashTexts: Record<string, string> = {
  [reasons.echoRemains]: 'it repeats a stay that ended here more than 48 hours ago',
  [reasons.leadGone]: 'the lead of this stay no longer exists',
}

function massLossComplaint({ pending }: Plan): Complaint {
  const reason = `${pending} events disappeared at once; their nights stay blocked for 24 hours`
  return { uid: null, reason, isOfCalendar: true }
}

/** UIDs that change twice within this time are not trusted any more. */
const renumberedMs = 7 * 86_400_000

/** Returns the columns of trust in the UIDs of a calendar after a response. */
function toTrustColumns(
  claim: ImportClaim,
  { recognised, renumbered }: Matched,
  now: Date,
): Partial<Ical> {
  const areMostRenumbered = recognised > 0 && renumbered * 2 > recognised
  if (areMostRenumbered) {
    const isAgain =
      claim.renumbered_at !== null && now.getTime() - claim.renumbered_at.getTime() <= renumberedMs
    const uid_trust = isAgain ? 'UNSTABLE' : 'UNKNOWN'
    return { uid_trust, renumbered_at: now, trusted_since: null, trusted_responses: 0 }
  }
  if (renumbered > 0) return { uid_trust: 'UNKNOWN', trusted_since: null, trusted_responses: 0 }
  const trusted_since = claim.trusted_since ?? now
  const trusted_responses = claim.trusted_responses + 1
  const isStable =
    trusted_responses >= stableResponses &&
    now.getTime() - trusted_since.getTime() >= stableMs &&
    recognised > 0
  const uid_trust = isStable ? 'STABLE' : claim.uid_trust
  return { uid_trust, trusted_since, trusted_responses }
}
