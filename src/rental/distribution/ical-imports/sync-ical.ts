import { createHash } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { dateIn, dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { ignoreUnavailableNodes } from '../../../platform/db/cluster/ignore-unavailable-nodes.ts'
import { readCalendar } from '../../../platform/icalendar/read-calendar.ts'
import type { CalendarRejection } from '../../../platform/icalendar/read-worker.ts'
import { endNotices, openNotice } from '../../events/notices/notices.ts'
import { findZoneAndHotel } from '../../properties/properties/properties.ts'
import { complaintText, readStays } from '../ical-events/read-stays.ts'
import { clearedValidators, failuresBeforeReport, type Ical } from '../icals/ical.ts'
import { type FetchResult, fetchFeed } from './fetch-feed.ts'
import {
  ClaimLost,
  claimIcal,
  endClaim,
  endUnchanged,
  type ImportClaim,
  withClaim,
} from './ical-claims.sql.ts'
import { type ImportResult, importResponse } from './import-response.ts'

/** Progress of an import. `BUSY`: another import is running, or the calendar is deleted. */
export type SyncProgress = 'DONE' | 'BUSY' | 'UNFINISHED'

/** Limits and options of an import. */
export interface SyncOptions {
  /** End of the run, on the clock of `performance.now()`. */
  endsAt?: number
  signal?: AbortSignal
  /** True if a user has confirmed that the response is complete: missing events no longer exist. */
  isBelieved?: boolean
  /** Calendar as the caller has just read it. An unchanged response then needs no claim. */
  known?: Ical
  /** True to fetch nothing and to retry only the events that wait for nights. */
  isRetryOnly?: boolean
}

const fetchTimeoutMs = 15_000
const readTimeoutMs = 10_000
const eventsMax = 10_000
/** Number of days ahead for which recurring events are expanded. */
const recurrenceDays = 731

/**
 * Fetches an external calendar and imports it (contract/resources.md §10). Errors of the calendar
 * or its events are stored and reported, not thrown. An import that runs out of time continues
 * where it stopped.
 *
 * @param ctx context with the calendar as its caller; not in a transaction
 */
export async function syncIcal(
  ctx: Context,
  ical: Pick<Ical, 'agency_uid' | 'uid'>,
  options: SyncOptions = {},
): Promise<SyncProgress> {
  const { endsAt = Number.POSITIVE_INFINITY, signal, known } = options
  const remainingMs = () => (signal?.aborted ? 0 : endsAt - performance.now())
  // Most responses are unchanged. A calendar without anything to retry then needs no claim.
  const prefetched =
    known && hasNothingPending(ctx, known) ? await fetchInTime(ctx, known, remainingMs) : null
  if (prefetched?.kind === 'UNCHANGED' && (await endUnchanged(ctx, known!))) return 'DONE'
  const claim = await claimIcal(ctx, ical)
  if (!claim) return 'BUSY'
  try {
    // If another import ended in the meantime, its response may be newer than the prefetched one.
    const isLatest = claim.synced_at?.getTime() === known?.synced_at?.getTime()
    const fetched = isLatest && claim.url_digest === known?.url_digest ? prefetched : null
    const outcome = await importOnce(ctx, claim, remainingMs, { ...options, fetched })
    const isUnchanged = outcome !== 'UNFINISHED' && 'imported' in outcome && !outcome.imported
    if (isUnchanged && claim.sync_error === null && claim.failures === 0) {
      await endUnchanged(ctx, claim)
      return 'DONE'
    }
    // Notices are in a shared table. If it is not writable, the next import updates the notice.
    await ignoreUnavailableNodes(({ shared }) =>
      withClaim(ctx, claim, ctx => storeOutcome(ctx, claim, outcome, { canWriteNotices: shared })),
    )
    return outcome === 'UNFINISHED' ? outcome : 'DONE'
  } catch (error) {
    if (error instanceof ClaimLost) return 'BUSY'
    throw error
  }
}

/** Result of an import: a failure, or the imported events; null if nothing has changed. */
type ImportOutcome = 'UNFINISHED' | { failure: string } | { imported: ImportResult | null }

async function importOnce(
  ctx: Context,
  claim: ImportClaim,
  remainingMs: () => number,
  options: SyncOptions & { fetched: FetchResult | null },
): Promise<ImportOutcome> {
  const isTimeUp = () => remainingMs() <= 0
  if (options.isRetryOnly)
    return importUnchanged(ctx, claim, { isTimeUp, isBelieved: false, isRetryOnly: true })
  const fetched = options.fetched ?? (await fetchInTime(ctx, claim, remainingMs))
  if (fetched.kind === 'FAILED') return { failure: fetched.reason }
  const isBelieved = options.isBelieved ?? false
  if (fetched.kind === 'UNCHANGED') return importUnchanged(ctx, claim, { isTimeUp, isBelieved })
  const { body, charset, etag, lastModified } = fetched
  const validators = { etag, last_modified: lastModified }
  const body_digest = createHash('sha256').update(body).digest('base64url')
  if (body_digest === claim.body_digest && !claim.recurs && claim.sync_status !== 'NEVER') {
    const outcome = await importUnchanged(ctx, claim, { isTimeUp, isBelieved })
    // The validators are new although the content is not.
    if (outcome !== 'UNFINISHED' && 'imported' in outcome && outcome.imported) {
      outcome.imported.columns = { ...validators, ...outcome.imported.columns }
    }
    return outcome
  }
  const { time_zone: timeZone, hotel_uid } = await findZoneAndHotel(ctx, claim)
  const isUnitType = hotel_uid !== null
  const today = dateIn(timeZone, ctx.clock.now())
  const window = { timeZone, from: today, to: dateOf(dayOf(today) + recurrenceDays) }
  const timeoutMs = Math.min(readTimeoutMs, remainingMs())
  const maxima = { eventsMax, occurrencesMax: eventsMax }
  const calendar = await readCalendar({ body, charset, window, ...maxima }, { timeoutMs })
  if (calendar === 'TOO_LONG_TO_READ' && isTimeUp()) return 'UNFINISHED'
  if (typeof calendar === 'string') return { failure: rejectionTexts[calendar] }
  const stays = readStays(calendar, today, claim)
  const imported = await importResponse(ctx, claim, stays, {
    today,
    isUnitType,
    isBelieved,
    isTimeUp,
  })
  if (imported === null) return 'UNFINISHED'
  // Unread events may be readable next time, and further dates of recurring events follow.
  const isFullyRead = stays.complaints.length === 0 && !calendar.recurs
  const nextValidators = isFullyRead ? { ...validators, body_digest } : clearedValidators
  Object.assign(imported.columns, nextValidators, { recurs: calendar.recurs })
  return { imported }
}

function fetchInTime(ctx: Context, ical: Ical, remainingMs: () => number): Promise<FetchResult> {
  return fetchFeed(ctx, ical, Math.max(Math.min(fetchTimeoutMs, remainingMs()), 1))
}

/**
 * Returns whether nothing has to be retried, so that a response that is the same as the previous
 * one changes nothing and needs no claim.
 */
function hasNothingPending(ctx: Context, ical: Ical): boolean {
  const { sync_status, sync_error, failures, pending_count, clash_count, echo_until } = ical
  const isEchoDue = echo_until !== null && echo_until <= ctx.clock.now()
  const needsRetry = failures + pending_count + clash_count > 0 || isEchoDue
  return sync_status === 'OK' && sync_error === null && !needsRetry && ical.claim_uid === null
}

interface UnchangedOptions {
  isTimeUp(): boolean
  isBelieved: boolean
  isRetryOnly?: boolean
}

/**
 * Imports a response that is the same as the last one: rechecks pending events, conflicts and
 * echoes.
 */
async function importUnchanged(
  ctx: Context,
  claim: ImportClaim,
  { isRetryOnly = false, ...options }: UnchangedOptions,
): Promise<ImportOutcome> {
  const isEchoDue = claim.echo_until !== null && claim.echo_until <= ctx.clock.now()
  const needsRetry = claim.pending_count + claim.clash_count > 0 || isRetryOnly || isEchoDue
  if (!needsRetry) return { imported: null }
  const { time_zone, hotel_uid } = await findZoneAndHotel(ctx, claim)
  const today = dateIn(time_zone, ctx.clock.now())
  const isUnitType = hotel_uid !== null
  const imported = await importResponse(ctx, claim, null, { today, isUnitType, ...options })
  return imported === null ? 'UNFINISHED' : { imported }
}

const rejectionTexts: Record<CalendarRejection, string> = {
  NO_CALENDAR: 'The response is not an iCalendar document',
  CUT_OFF: 'The response is incomplete',
  TOO_MANY_EVENTS: `The calendar has more than ${eventsMax} events`,
  TOO_LONG_TO_READ: 'The calendar takes too long to parse',
}

const retryMs = 15 * 60_000
const retryFactorMax = 16

/** Returns when a failing calendar is fetched again: after 15 min, 30 min, and so on up to 4 h. */
function computeRetryTime(now: Date, failures: number): Date {
  return new Date(now.getTime() + retryMs * Math.min(2 ** (failures - 1), retryFactorMax))
}

async function storeOutcome(
  ctx: Context,
  claim: ImportClaim,
  outcome: ImportOutcome,
  { canWriteNotices }: { canWriteNotices: boolean },
): Promise<void> {
  const now = ctx.clock.now()
  if (outcome === 'UNFINISHED') return endClaim(ctx, claim, { next_sync_at: now })
  const isFailure = 'failure' in outcome
  const failures = isFailure ? claim.failures + 1 : 0
  const imported = isFailure ? null : outcome.imported
  const error = isFailure ? outcome.failure : complaintText(imported?.complaints ?? [])
  const isPending = (imported?.columns.pending_count ?? 0) > 0
  await endClaim(ctx, claim, {
    ...(isFailure ? {} : { responded_at: now }),
    ...(imported?.columns ?? {}),
    sync_status: error === null ? 'OK' : 'ERROR',
    sync_error: error,
    synced_at: now,
    failures,
    ...(isFailure ? { next_sync_at: computeRetryTime(now, failures) } : {}),
    ...(isPending ? { next_sync_at: new Date(now.getTime() + pendingRetryMs) } : {}),
  })
  if (canWriteNotices) await updateNotice(ctx, claim, { error, failures })
  const isReportable = isFailure
    ? failures === failuresBeforeReport
    : error !== null && error !== claim.sync_error
  if (!isReportable) return
  recordEvent(ctx, {
    agencyUid: claim.agency_uid,
    type: 'ICAL_SYNC_FAILED',
    keys: { ical_uid: claim.uid, property_uid: claim.property_uid },
  })
}

/** Time until a calendar with a missing event is fetched again. */
const pendingRetryMs = 10 * 60_000

/**
 * Opens or ends the notice of a calendar. A partial import opens it at once, failures only after
 * several in succession.
 */
async function updateNotice(
  ctx: Context,
  { agency_uid, uid, name, property_uid }: ImportClaim,
  { error, failures }: { error: string | null; failures: number },
): Promise<void> {
  if (error === null) return endNotices(ctx, agency_uid, [uid])
  if (failures > 0 && failures < failuresBeforeReport) return
  await openNotice(ctx, {
    agencyUid: agency_uid,
    type: 'CALENDAR_FAILING',
    objectUid: uid,
    topic: uid,
    about: name,
    propertyUid: property_uid,
    reason: error,
  })
}
