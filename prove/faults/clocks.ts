/** Checks that no server uses its own clock, which is off by minutes: docs/decisions/0023. */
import { setTimeout as sleep } from 'node:timers/promises'
import { toViolations, type Violation } from '../shared/violation.ts'
import type { RunContext } from './run-context.ts'
import { book, call } from './tenant.ts'

const endsInSeconds = 3
const marginMs = 1_000

/**
 * Checks that every server respects a hold and accepts a key until they expire, in a few seconds.
 */
export async function checkClocks(context: RunContext): Promise<Violation[]> {
  const { query, pine, origins } = context
  const hold = await book(pine, origins[0]!, 'ON_HOLD')
  // Passes the time as a value: a cluster does not allow clock functions in an update.
  const [{ timer } = {}] = await query(
    `select (clock_timestamp() + interval '${endsInSeconds} s')::text as timer`,
  )
  await query('update leads set timer_ends_at = $3 where agency_uid = $1 and uid = $2', [
    pine.agencyUid,
    hold.leadUid,
    timer,
  ])
  const [{ uid: keyUid } = {}] = await query(
    'select uid from api_keys where agency_uid = $1 order by created_at desc limit 1',
    [context.cedar.agencyUid],
  )
  const endKey = async (at: unknown) => {
    await query('update api_keys set expires_at = $2 where uid = $1', [keyUid, at])
    // A write past the servers invalidates the cache itself: docs/decisions/0038.
    await query('delete from cache_tag_versions where agency_uid = $1', [context.cedar.agencyUid])
  }
  await endKey(timer)
  const setAt = performance.now()
  const failures: string[] = []
  let isRebooked = false
  /** A busy machine may respond only after the hold has expired. */
  const isTooLate = () => performance.now() - setAt > endsInSeconds * 1_000
  const probe = async (isOver: boolean) => {
    for (const origin of origins) {
      const moment = `${origin} after ${Math.round(performance.now() - setAt)} ms`
      // Nights are free as soon as the hold has expired, regardless of the process that records it.
      if (!isOver || origin === origins.at(-1)) {
        const other = await book(pine, origin, 'BOOKED', hold)
        isRebooked = other.leadUid !== null
        if (!isRebooked) pine.intents.pop()
        if (!isOver && isTooLate()) return
        if (isRebooked !== isOver) failures.push(`${moment}: nights ${other.leadUid}`)
      }
      const list = `/api/v3.3/properties?agencyUid=${context.cedar.agencyUid}`
      const own = await call(context.cedar, origin, 'GET', list, { label: 'by a key that expires' })
      if (!isOver && isTooLate()) return
      if ((own.status === 401) !== isOver) failures.push(`${moment}: key ${own.status}`)
    }
  }
  await probe(false)
  await sleep(endsInSeconds * 1_000 - marginMs)
  if (!isTooLate()) await probe(false)
  await sleep(2 * marginMs)
  if (!isRebooked) await probe(true)
  await endKey(null)
  return toViolations('Holds and keys expire on time on every server', failures)
}

/** Finds leads dated outside the time between their first request and its acknowledgement. */
export async function findMisdated({ query, pine, cedar }: RunContext): Promise<string[]> {
  const rows = await query(
    `select uid, (extract(epoch from created_at) * 1000)::float8 as "createdMs" from leads
     where agency_uid = any($1)`,
    [[pine.agencyUid, cedar.agencyUid]],
  )
  const createdMsByUid = new Map(rows.map(({ uid, createdMs }) => [uid, Number(createdMs)]))
  return [...pine.intents, ...cedar.intents].flatMap(({ leadUid, requestedMs, acknowledgedMs }) => {
    const createdMs = createdMsByUid.get(leadUid) ?? 0
    if (createdMs >= requestedMs - marginMs && createdMs <= acknowledgedMs + marginMs) return []
    return [`${leadUid}: ${Math.round(createdMs - requestedMs)} ms after its request`]
  })
}
