/** That no server goes by its own clock, which is wrong by minutes: docs/decisions/0023. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, findingOf } from '../shared/finding.ts'
import type { Stage } from './stage.ts'
import { book, call } from './tenant.ts'

const endsInSeconds = 3
const marginMs = 1_000

/**
 * A hold and a credential that end in a moment: every server takes them until then, and no longer.
 */
export async function checkClocks(stage: Stage): Promise<Finding[]> {
  const { ask, pine, origins } = stage
  const hold = await book(pine, origins[0]!, 'ON_HOLD')
  // By a value: a cluster takes no clock in an update.
  const [{ timer } = {}] = await ask(
    `select (clock_timestamp() + interval '${endsInSeconds} s')::text as timer`,
  )
  await ask('update leads set timer_ends_at = $3 where agency_uid = $1 and uid = $2', [
    pine.agencyUid,
    hold.leadUid,
    timer,
  ])
  const [{ uid: keyUid } = {}] = await ask(
    'select uid from api_keys where agency_uid = $1 order by created_at desc limit 1',
    [stage.cedar.agencyUid],
  )
  const endKey = async (at: unknown) => {
    await ask('update api_keys set expires_at = $2 where uid = $1', [keyUid, at])
    // A write past the servers invalidates the cache itself: docs/decisions/0038.
    await ask('delete from marks where agency_uid = $1', [stage.cedar.agencyUid])
  }
  await endKey(timer)
  const setAt = performance.now()
  const wrong: string[] = []
  let isTaken = false
  /** A machine with much else to do may answer only when it is over. */
  const isTooLate = () => performance.now() - setAt > endsInSeconds * 1_000
  const look = async (isOver: boolean) => {
    for (const origin of origins) {
      const at = `${origin} after ${Math.round(performance.now() - setAt)} ms`
      // Nights are free as soon as the hold has lapsed, whoever writes that it has.
      if (!isOver || origin === origins.at(-1)) {
        const other = await book(pine, origin, 'BOOKED', hold)
        isTaken = other.leadUid !== null
        if (!isTaken) pine.intents.pop()
        if (!isOver && isTooLate()) return
        if (isTaken !== isOver) wrong.push(`${at}: nights ${other.leadUid}`)
      }
      const list = `/api/v3.3/properties?agencyUid=${stage.cedar.agencyUid}`
      const own = await call(stage.cedar, origin, 'GET', list, { what: 'by a key that ends' })
      if (!isOver && isTooLate()) return
      if ((own.status === 401) !== isOver) wrong.push(`${at}: key ${own.status}`)
    }
  }
  await look(false)
  await sleep(endsInSeconds * 1_000 - marginMs)
  if (!isTooLate()) await look(false)
  await sleep(2 * marginMs)
  if (!isTaken) await look(true)
  await endKey(null)
  return findingOf('Holds and keys end when they should, in every server', wrong)
}

/** Leads are dated between the moments when they were first asked for and acknowledged. */
export async function wronglyDated({ ask, pine, cedar }: Stage): Promise<string[]> {
  const rows = await ask(
    `select uid, (extract(epoch from created_at) * 1000)::float8 as "madeMs" from leads
     where agency_uid = any($1)`,
    [[pine.agencyUid, cedar.agencyUid]],
  )
  const made = new Map(rows.map(({ uid, madeMs }) => [uid, Number(madeMs)]))
  return [...pine.intents, ...cedar.intents].flatMap(({ leadUid, askedMs, answeredMs }) => {
    const at = made.get(leadUid) ?? 0
    if (at >= askedMs - marginMs && at <= answeredMs + marginMs) return []
    return [`${leadUid}: ${Math.round(at - askedMs)} ms after it was asked for`]
  })
}
