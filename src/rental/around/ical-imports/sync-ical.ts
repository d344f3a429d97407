import type { Context } from '../../../context.ts'
import { dateIn, dateOf, dayOf } from '../../../platform/dates.ts'
import { evenIfAway } from '../../../platform/db/citus/even-if-away.ts'
import type { ReadCalendar } from '../../../platform/icalendar/occurrences.ts'
import { readCalendar } from '../../../platform/icalendar/read-calendar.ts'
import type { Unreadable } from '../../../platform/icalendar/read-worker.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { endNotices, raiseNotice } from '../../events/notices/notices.ts'
import { findTimeZone } from '../../properties/properties/properties.ts'
import { failuresTold, type Ical } from '../icals/ical.ts'
import { type Fetched, fetchFeed } from './fetch-feed.ts'
import { type Claim, ClaimLost, claimIcal, endClaim, withClaim } from './ical-claims.sql.ts'
import { importEvents } from './import-events.ts'
import { type Complaint, complaintText, readStays } from './read-stays.ts'

/** How far an import came. `BUSY`: another one is under way, or the calendar is gone. */
export type Synced = 'DONE' | 'BUSY' | 'UNFINISHED'

/** When an import has to stop. */
export interface SyncLimits {
  /** As `performance.now()` tells the time. */
  endsAt?: number
  signal?: AbortSignal
}

const fetchMs = 15_000
const readMs = 10_000
const eventsMax = 10_000
const recurrenceDays = 731

/**
 * Fetches an external calendar and imports it (contract/resources.md §10). What goes wrong with the
 * calendar or an event of it is kept with it and told; nothing is thrown for it. An import that has
 * to stop goes on from where it was when it is done again.
 *
 * @param ctx acts as the calendar; not within a transaction
 */
export async function syncIcal(
  ctx: Context,
  ical: Pick<Ical, 'agency_uid' | 'uid'>,
  { endsAt = Number.POSITIVE_INFINITY, signal }: SyncLimits = {},
): Promise<Synced> {
  const claim = await claimIcal(ctx, ical)
  if (!claim) return 'BUSY'
  try {
    const leftMs = () => (signal?.aborted ? 0 : endsAt - performance.now())
    const outcome = await importOnce(ctx, claim, leftMs)
    // The next import shows it again.
    await evenIfAway(({ shared }) =>
      withClaim(ctx, claim, ctx => keep(ctx, claim, outcome, shared)),
    )
    return outcome === 'UNFINISHED' ? outcome : 'DONE'
  } catch (error) {
    if (error instanceof ClaimLost) return 'BUSY'
    throw error
  }
}

/** What came of an import: whether it failed as a whole, and what of it was not imported. */
type Outcome =
  | 'UNFINISHED'
  | { failure: string }
  | { complaints: Complaint[]; validators: Pick<Ical, 'etag' | 'last_modified'> }

async function importOnce(ctx: Context, claim: Claim, leftMs: () => number): Promise<Outcome> {
  const fetched = await fetchFeed(ctx, claim, Math.min(fetchMs, leftMs()))
  if (fetched.kind === 'FAILED') return { failure: fetched.reason }
  const { etag, last_modified } = claim
  if (fetched.kind === 'UNCHANGED') return { complaints: [], validators: { etag, last_modified } }
  const timeZone = await findTimeZone(ctx, claim)
  const today = dateIn(timeZone, ctx.clock.now())
  const window = { timeZone, from: today, to: dateOf(dayOf(today) + recurrenceDays) }
  const { body, charset } = fetched
  const limits = { eventsMax, occurrencesMax: eventsMax }
  const timeoutMs = Math.min(readMs, leftMs())
  const read = await readCalendar({ body, charset, window, ...limits }, { timeoutMs })
  const isOver = () => leftMs() <= 0
  if (read === 'TOO_LONG_TO_READ' && isOver()) return 'UNFINISHED'
  if (typeof read === 'string') return { failure: reasons[read] }
  return importRead(ctx, claim, { fetched, read, today, isOver })
}

const reasons: Record<Unreadable, string> = {
  NO_CALENDAR: 'Its answer is no iCalendar',
  CUT_OFF: 'Its answer is cut off',
  TOO_MANY_EVENTS: `It has more than ${eventsMax} events`,
  TOO_LONG_TO_READ: 'It takes too long to read',
}

interface Reading {
  fetched: Extract<Fetched, { kind: 'TEXT' }>
  read: ReadCalendar
  today: string
  isOver: () => boolean
}

async function importRead(
  ctx: Context,
  claim: Claim,
  { fetched, read, today, isOver }: Reading,
): Promise<Outcome> {
  const { stays, complaints, isGone } = readStays(read, today)
  const refusals = await importEvents(ctx, claim, { stays, isGone }, isOver)
  if (refusals === null) return 'UNFINISHED'
  // Nothing can be booked twice in the past.
  const open = refusals.filter(({ stay }) => stay.checkOut > today)
  const refused = open.map(({ stay, reason }) => ({ ...stay, reason }))
  const all = [...complaints, ...refused]
  // What was not imported may be next time, and recurrences go on, though the calendar is the same.
  const isSettled = all.length === 0 && refusals.length === 0 && !read.recurs
  const { etag, lastModified } = fetched
  const validators = isSettled ? { etag, last_modified: lastModified } : none
  return { complaints: all, validators }
}

const none = { etag: null, last_modified: null }

const backOffMs = 15 * 60_000
const backOffMost = 16

/** A calendar that fails is asked again after 15 min, 30 min, and so on to 4 h. */
function retryAt(now: Date, failures: number): Date {
  return new Date(now.getTime() + backOffMs * Math.min(2 ** (failures - 1), backOffMost))
}

async function keep(
  ctx: Context,
  claim: Claim,
  outcome: Outcome,
  isNoticed: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  if (outcome === 'UNFINISHED') return endClaim(ctx, claim, { next_sync_at: now })
  const isFailure = 'failure' in outcome
  const failures = isFailure ? claim.failures + 1 : 0
  const error = isFailure ? outcome.failure : complaintText(outcome.complaints)
  await endClaim(ctx, claim, {
    sync_status: error === null ? 'OK' : 'ERROR',
    sync_error: error,
    synced_at: now,
    failures,
    ...(isFailure ? { next_sync_at: retryAt(now, failures) } : outcome.validators),
  })
  if (isNoticed) await notice(ctx, claim, { error, failures })
  const isNews = isFailure
    ? failures === failuresTold
    : error !== null && error !== claim.sync_error
  if (!isNews) return
  recordEvent(ctx, {
    agencyUid: claim.agency_uid,
    type: 'ICAL_SYNC_FAILED',
    keys: { ical_uid: claim.uid, property_uid: claim.property_uid },
  })
}

/** A calendar that fails now and then is no news, one that was imported in part is. */
async function notice(
  ctx: Context,
  { agency_uid, uid, name, property_uid }: Claim,
  { error, failures }: { error: string | null; failures: number },
): Promise<void> {
  if (error === null) return endNotices(ctx, agency_uid, [uid])
  if (failures > 0 && failures < failuresTold) return
  await raiseNotice(ctx, {
    agencyUid: agency_uid,
    type: 'CALENDAR_FAILING',
    objectUid: uid,
    topic: uid,
    about: name,
    propertyUid: property_uid,
    reason: error,
  })
}
