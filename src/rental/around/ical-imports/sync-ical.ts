import { createHash } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { dateIn, dateOf, dayOf } from '../../../platform/dates.ts'
import { evenIfAway } from '../../../platform/db/citus/even-if-away.ts'
import { readCalendar } from '../../../platform/icalendar/read-calendar.ts'
import type { Unreadable } from '../../../platform/icalendar/read-worker.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { endNotices, raiseNotice } from '../../events/notices/notices.ts'
import { findZoneAndHotel } from '../../properties/properties/properties.ts'
import { complaintText, readStays } from '../ical-events/read-stays.ts'
import { failuresTold, type Ical, readAnew } from '../icals/ical.ts'
import { type Fetched, fetchFeed } from './fetch-feed.ts'
import {
  type Claim,
  ClaimLost,
  claimIcal,
  endClaim,
  endUnchanged,
  withClaim,
} from './ical-claims.sql.ts'
import { type Imported, importAnswer } from './import-answer.ts'

/** How far an import came. `BUSY`: another one is under way, or the calendar is gone. */
export type Synced = 'DONE' | 'BUSY' | 'UNFINISHED'

/** When an import has to stop. */
export interface SyncLimits {
  /** Time at which the run ends, as `performance.now()` counts it. */
  endsAt?: number
  signal?: AbortSignal
  /** A person vouches for the answer: what it does not have is gone. */
  isBelieved?: boolean
  /** The calendar as it was just read. */
  known?: Ical
  /** Nothing is fetched: what waits for nights is tried again. */
  isSettling?: boolean
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
  limits: SyncLimits = {},
): Promise<Synced> {
  const { endsAt = Number.POSITIVE_INFINITY, signal, known } = limits
  const leftMs = () => (signal?.aborted ? 0 : endsAt - performance.now())
  const ahead = known && isSettled(ctx, known) ? await fetchIn(ctx, known, leftMs) : null
  if (ahead?.kind === 'UNCHANGED' && (await endUnchanged(ctx, known!))) return 'DONE'
  const claim = await claimIcal(ctx, ical)
  if (!claim) return 'BUSY'
  try {
    // An answer that was fetched before another import ended may be older than that.
    const isLatest = claim.synced_at?.getTime() === known?.synced_at?.getTime()
    const fetched = isLatest && claim.url_digest === known?.url_digest ? ahead : null
    const outcome = await importOnce(ctx, claim, leftMs, { ...limits, fetched })
    const isUnchanged = outcome !== 'UNFINISHED' && 'imported' in outcome && !outcome.imported
    if (isUnchanged && claim.sync_error === null && claim.failures === 0) {
      await endUnchanged(ctx, claim)
      return 'DONE'
    }
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
type Outcome = 'UNFINISHED' | { failure: string } | { imported: Imported | null }

async function importOnce(
  ctx: Context,
  claim: Claim,
  leftMs: () => number,
  limits: SyncLimits & { fetched: Fetched | null },
): Promise<Outcome> {
  const isOver = () => leftMs() <= 0
  if (limits.isSettling)
    return importRepeated(ctx, claim, { isOver, isBelieved: false, isSettling: true })
  const fetched = limits.fetched ?? (await fetchIn(ctx, claim, leftMs))
  if (fetched.kind === 'FAILED') return { failure: fetched.reason }
  const isBelieved = limits.isBelieved ?? false
  if (fetched.kind === 'UNCHANGED') return importRepeated(ctx, claim, { isOver, isBelieved })
  const { body, charset, etag, lastModified } = fetched
  const validators = { etag, last_modified: lastModified }
  const body_digest = createHash('sha256').update(body).digest('base64url')
  if (body_digest === claim.body_digest && !claim.recurs && claim.sync_status !== 'NEVER') {
    const outcome = await importRepeated(ctx, claim, { isOver, isBelieved })
    if (outcome !== 'UNFINISHED' && 'imported' in outcome && outcome.imported) {
      outcome.imported.columns = { ...validators, ...outcome.imported.columns }
    }
    return outcome
  }
  const { time_zone: timeZone, hotel_uid } = await findZoneAndHotel(ctx, claim)
  const isUnitType = hotel_uid !== null
  const today = dateIn(timeZone, ctx.clock.now())
  const window = { timeZone, from: today, to: dateOf(dayOf(today) + recurrenceDays) }
  const timeoutMs = Math.min(readMs, leftMs())
  const most = { eventsMax, occurrencesMax: eventsMax }
  const read = await readCalendar({ body, charset, window, ...most }, { timeoutMs })
  if (read === 'TOO_LONG_TO_READ' && isOver()) return 'UNFINISHED'
  if (typeof read === 'string') return { failure: reasons[read] }
  const stays = readStays(read, today, claim)
  const imported = await importAnswer(ctx, claim, stays, { today, isUnitType, isBelieved, isOver })
  if (imported === null) return 'UNFINISHED'
  // Events that were not read may be read next time, and recurrences go on.
  const isRead = stays.complaints.length === 0 && !read.recurs
  const known = isRead ? { ...validators, body_digest } : readAnew
  Object.assign(imported.columns, known, { recurs: read.recurs })
  return { imported }
}

function fetchIn(ctx: Context, ical: Ical, leftMs: () => number): Promise<Fetched> {
  return fetchFeed(ctx, ical, Math.max(Math.min(fetchMs, leftMs()), 1))
}

/**
 * Returns whether an answer that repeats the last one changes nothing, so that no claim is needed.
 */
function isSettled(ctx: Context, ical: Ical): boolean {
  const { sync_status, sync_error, failures, pending_count, clash_count, echo_until } = ical
  const isEchoDue = echo_until !== null && echo_until <= ctx.clock.now()
  const isOpen = failures + pending_count + clash_count > 0 || isEchoDue
  return sync_status === 'OK' && sync_error === null && !isOpen && ical.claim_uid === null
}

interface Repeating {
  isOver(): boolean
  isBelieved: boolean
  isSettling?: boolean
}

/** An answer that repeats the last one: all is as it was, but for what pends or clashes. */
async function importRepeated(
  ctx: Context,
  claim: Claim,
  { isSettling = false, ...given }: Repeating,
): Promise<Outcome> {
  const isEchoDue = claim.echo_until !== null && claim.echo_until <= ctx.clock.now()
  const isOpen = claim.pending_count + claim.clash_count > 0 || isSettling || isEchoDue
  if (!isOpen) return { imported: null }
  const { time_zone, hotel_uid } = await findZoneAndHotel(ctx, claim)
  const today = dateIn(time_zone, ctx.clock.now())
  const isUnitType = hotel_uid !== null
  const imported = await importAnswer(ctx, claim, null, { today, isUnitType, ...given })
  return imported === null ? 'UNFINISHED' : { imported }
}

const reasons: Record<Unreadable, string> = {
  NO_CALENDAR: 'The response is not an iCalendar document',
  CUT_OFF: 'The response is incomplete',
  TOO_MANY_EVENTS: `The calendar has more than ${eventsMax} events`,
  TOO_LONG_TO_READ: 'The calendar takes too long to parse',
}

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
  const imported = isFailure ? null : outcome.imported
  const error = isFailure ? outcome.failure : complaintText(imported?.complaints ?? [])
  const isPending = (imported?.columns.pending_count ?? 0) > 0
  await endClaim(ctx, claim, {
    ...(isFailure ? {} : { answered_at: now }),
    ...(imported?.columns ?? {}),
    sync_status: error === null ? 'OK' : 'ERROR',
    sync_error: error,
    synced_at: now,
    failures,
    ...(isFailure ? { next_sync_at: retryAt(now, failures) } : {}),
    ...(isPending ? { next_sync_at: new Date(now.getTime() + pendingMs) } : {}),
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

/** A calendar that misses an event is asked again after so long. */
const pendingMs = 10 * 60_000

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
