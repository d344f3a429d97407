/** Applies a calendar's response group by group, each in a transaction of its own. */
import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
import { isDatabaseAway } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { findNextEnd } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import { adoptByStays, adoptLeads } from '../ical-events/adopted-events.sql.ts'
import { type IcalEvent, isWaiting, mayEcho, nightsOf, reasons } from '../ical-events/ical-event.ts'
import {
  deleteIcalEvents,
  listBlocksOf,
  listIcalEvents,
  markMissing,
} from '../ical-events/ical-events.ts'
import type { ImportedStay } from '../ical-events/imported-stay.ts'
import { type Matched, matchStays, type UidTrust } from '../ical-events/match-stays.ts'
import { type Change, type Plan, planChanges } from '../ical-events/plan-changes.ts'
import type { Complaint, Stays } from '../ical-events/read-stays.ts'
import { applyChanges } from '../ical-stays/apply-changes.ts'
import { echoMs } from '../ical-stays/ical-stay.ts'
import { type Ical, readAnew, stableAnswers, stableMs } from '../icals/ical.ts'
import { type Claim, ClaimLost, changeEchoUntil, withClaim } from './ical-claims.sql.ts'

/** Options of an import. */
export interface Importing {
  /** The civil date at the property. */
  today: string
  /** A person vouches for the answer: what it does not have is gone. */
  /** Stays with common nights may all be there. */
  isUnitType: boolean
  isBelieved: boolean
  isOver(): boolean
}

/** The result of an import. */
export interface Imported {
  complaints: Complaint[]
  /** Columns of the calendar that follow from it. */
  columns: Partial<Ical>
}

/**
 * Brings the leads of a calendar in line with an answer.
 *
 * @param stays null: the answer repeats the one before
 * @returns null when there was no time for all of it
 * @throws ClaimLost, and what the database throws when it is away
 */
export async function importAnswer(
  ctx: Context,
  claim: Claim,
  stays: Stays | null,
  importing: Importing,
): Promise<Imported | null> {
  const today = dayOf(importing.today)
  const known = await knownEvents(ctx, claim, stays)
  const matched = stays
    ? matchStays(known, stays.stays, { today, trust: claim.uid_trust as UidTrust })
    : repeated(known, today)
  const now = ctx.clock.now()
  const isFirst = isFirstAnswer(claim)
  const withoutLead = known.filter(({ lead_uid }) => lead_uid === null).map(({ uid }) => uid)
  const blocks = isFirst ? await listBlocksOf(ctx, claim.agency_uid, withoutLead) : []
  const plan = planChanges(matched, known, {
    now,
    today,
    freedKeys: stays?.freedKeys ?? new Set(),
    isPartlyUnread: stays?.isPartlyUnread ?? false,
    isFirst,
    blockedEvents: new Set(blocks.map(({ event_uid }) => event_uid)),
    massLossSince: claim.mass_loss_since,
    isBelieved: importing.isBelieved,
    isUnitType: importing.isUnitType,
  })
  const isEchoDue = claim.echo_until !== null && claim.echo_until <= now
  const groups = [
    ...plan.groups,
    ...(stays ? [] : asGroups(known.filter(isWaiting))),
    ...(isEchoDue ? asGroups(known.filter(mayEcho)) : []),
  ]
  const refused: Complaint[] = []
  for (const some of portionsOf(groups)) {
    if (importing.isOver()) return null
    refused.push(...(await applyGroups(ctx, claim, some)))
  }
  const events = await withClaim(ctx, claim, async ctx => {
    await markMissing(ctx, claim.agency_uid, plan.nowMissing, now)
    await markMissing(ctx, claim.agency_uid, plan.nowPresent, null)
    await deleteIcalEvents(ctx, claim.agency_uid, plan.forgotten)
    const events = await listIcalEvents(ctx, claim)
    await settleEcho(ctx, claim, events)
    return events
  })
  const clashes = events.filter(event => event.is_clash && nightsOf(event).to > today)
  const lost = plan.isMassLoss ? [massLoss(plan)] : []
  const isReadAnew = stays === null && events.some(event => event.summary_digest === null)
  return {
    complaints: [...(stays?.complaints ?? []), ...clashes.map(named), ...lost, ...refused],
    columns: {
      clash_count: clashes.length,
      pending_count: plan.pending,
      mass_loss_since: plan.isMassLoss ? (claim.mass_loss_since ?? now) : null,
      answered_at: now,
      ...(stays ? trustAfter(claim, matched, now) : {}),
      ...(isReadAnew ? readAnew : {}),
    },
  }
}

/** The events of a calendar, with those that an answer is the first to tell are known elsewhere. */
async function knownEvents(ctx: Context, claim: Claim, answer: Stays | null): Promise<IcalEvent[]> {
  const known = await listIcalEvents(ctx, claim)
  if (!answer) return known
  const { stays } = answer
  const keys = new Set(known.map(({ event_key }) => event_key))
  const added = stays.filter(({ eventKey }) => !keys.has(eventKey))
  const isFirst = isFirstAnswer(claim)
  if (added.length === 0 && !isFirst) return known
  const adopted = await withClaim(ctx, claim, ctx => {
    const isNew = isFirst && known.length === 0
    return isNew ? adoptByStays(ctx, claim, stays) : adoptLeads(ctx, claim, added)
  })
  return adopted > 0 ? listIcalEvents(ctx, claim) : known
}

/** Returns whether a calendar has not answered before. */
function isFirstAnswer({ answered_at }: Claim): boolean {
  return answered_at === null
}

/** An answer that repeats the one before has what that had. */
function repeated(known: IcalEvent[], today: number): Matched {
  const isOpen = (event: IcalEvent) => nightsOf(event).to > today
  const missing = known.filter(event => event.missing_since !== null && isOpen(event))
  const none = { matches: [], added: [], ended: [], recognised: 0, renumbered: 0 }
  return { ...none, missing }
}

/** Events that are looked at again as they are, one group each. */
function asGroups(events: IcalEvent[]): Change[][] {
  const present = events.filter(event => event.missing_since === null)
  return present.map(event => [{ kind: 'UPDATE', known: event, stay: null }])
}

/** Sets when events have to be looked at again, because nights that they repeat were freed. */
async function settleEcho(ctx: Context, claim: Claim, events: IcalEvent[]): Promise<void> {
  const { agency_uid, property_uid, echo_until: from } = claim
  const since = new Date(ctx.clock.now().getTime() - echoMs)
  const isRepeating = events.some(mayEcho)
  const ended = isRepeating ? await findNextEnd(ctx, agency_uid, property_uid, since) : null
  const to = ended && new Date(ended.getTime() + echoMs)
  if (from?.getTime() !== to?.getTime()) await changeEchoUntil(ctx, claim, { from, to })
}

/** Maximum number of changes in a transaction, for which the units are locked. */
const changesAtOnce = 100

/** Groups in portions that are one transaction each. */
function portionsOf(groups: Change[][]): Change[][][] {
  const portions: Change[][][] = []
  let size = changesAtOnce
  for (const group of groups) {
    if (size + group.length > changesAtOnce) {
      portions.push([])
      size = 0
    }
    portions.at(-1)!.push(group)
    size += group.length
  }
  return portions
}

/** Does groups; what cannot be stored disturbs none but those that need nights of it. */
async function applyGroups(ctx: Context, claim: Claim, groups: Change[][]): Promise<Complaint[]> {
  const group = groups.flat()
  try {
    await withClaim(ctx, claim, async ctx => {
      const clashes = await applyChanges(ctx, claim, group)
      for (let i = 0; i < clashes; i++) tellClash(ctx, claim)
    })
    return []
  } catch (error) {
    if (error instanceof ClaimLost || isDatabaseAway(error)) throw error
    if (groups.length > 1) {
      const refused: Complaint[] = []
      for (const one of groups) refused.push(...(await applyGroups(ctx, claim, [one])))
      return refused
    }
    const { agency_uid: agency, uid: icalUid } = claim
    if (process.env.DUMP)
      console.log(
        'REFUSED',
        (error as Error).stack,
        JSON.stringify(
          group.map(c => [
            c.kind,
            c.known?.check_in,
            c.known?.check_out,
            c.stay?.checkIn,
            c.stay?.checkOut,
          ]),
        ),
      )
    const isRefusal = error instanceof ApiError
    if (!isRefusal)
      ctx.log.error(
        { err: error, agency, icalUid },
        'Could not store an event of an external calendar. The next import retries',
      )
    const reason = isRefusal ? error.message : 'could not be stored because of a server error'
    return group.map(({ stay }) => ({ uid: stay?.uid ?? null, ...datesOf(stay), reason }))
  }
}

function datesOf(stay: ImportedStay | null): Pick<Complaint, 'checkIn' | 'checkOut'> {
  return stay ? { checkIn: stay.checkIn, checkOut: stay.checkOut } : {}
}

function tellClash(ctx: Context, { agency_uid, uid, property_uid }: Claim): void {
  recordEvent(ctx, {
    agencyUid: agency_uid,
    type: 'ICAL_CLASH',
    keys: { ical_uid: uid, property_uid },
  })
}

function named({ check_in, check_out, reason }: IcalEvent): Complaint {
  const text = clashTexts[reason ?? ''] ?? 'another lead occupies one of its nights'
  return { uid: null, checkIn: check_in, checkOut: check_out, reason: text }
}

const clashTexts: Record<string, string> = {
  [reasons.echoRemains]: 'it repeats a stay that ended here more than 48 hours ago',
  [reasons.leadGone]: 'the lead of this stay no longer exists',
}

function massLoss({ pending }: Plan): Complaint {
  const reason = `${pending} events disappeared at once; their nights stay blocked for 24 hours`
  return { uid: null, reason, isWhole: true }
}

const renumberedMs = 7 * 86_400_000

/** Returns how far the UIDs of a calendar are trusted after a response. */
function trustAfter(claim: Claim, { recognised, renumbered }: Matched, now: Date): Partial<Ical> {
  if (recognised > 0 && renumbered * 2 > recognised) {
    const isAgain =
      claim.renumbered_at !== null && now.getTime() - claim.renumbered_at.getTime() <= renumberedMs
    const uid_trust = isAgain ? 'UNSTABLE' : 'UNKNOWN'
    return { uid_trust, renumbered_at: now, trusted_since: null, trusted_answers: 0 }
  }
  if (renumbered > 0) return { uid_trust: 'UNKNOWN', trusted_since: null, trusted_answers: 0 }
  const since = claim.trusted_since ?? now
  const trusted_answers = claim.trusted_answers + 1
  const isStable =
    trusted_answers >= stableAnswers &&
    now.getTime() - since.getTime() >= stableMs &&
    recognised > 0
  const uid_trust = isStable ? 'STABLE' : claim.uid_trust
  return { uid_trust, trusted_since: since, trusted_answers }
}
