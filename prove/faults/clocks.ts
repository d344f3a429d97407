/** That no server goes by its own clock, which is wrong by minutes: docs/decisions/0023. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, findingOf } from '../finding.ts'
import type { Stage } from './stage.ts'
import { book, call } from './tenant.ts'

const endsInSeconds = 3
/** A sweep writes what has lapsed within 30 s (contract/leads.md §4.3); it is shown at once. */
const marginMs = 1_000

/**
 * A hold and a credential that end in a moment: every server takes them until then, and no longer.
 */
export async function checkClocks(stage: Stage): Promise<Finding[]> {
  const { ask, pine, origins } = stage
  const hold = await book(pine, origins[0]!, 'ON_HOLD')
  const timer = `clock_timestamp() + interval '${endsInSeconds} s'`
  await ask(`update leads set timer_ends_at = ${timer} where agency_uid = $1 and uid = $2`, [
    pine.agencyUid,
    hold.leadUid,
  ])
  const [{ uid: keyUid } = {}] = await ask(
    'select uid from api_keys where agency_uid = $1 order by created_at desc limit 1',
    [stage.cedar.agencyUid],
  )
  await ask(`update api_keys set expires_at = ${timer} where uid = $1`, [keyUid])
  const setAt = performance.now()
  const wrong: string[] = []
  const look = async (isOver: boolean) => {
    for (const origin of origins) {
      const at = (performance.now() - setAt) / 1_000
      const path = `/api/v3.3/leads/${hold.leadUid}`
      const lead = await call(pine, origin, 'GET', path, { what: 'GET lead' })
      const { status } = lead.body?.lead ?? {}
      if ((status !== 'ON_HOLD') !== isOver) wrong.push(`${origin}: ${status} after ${at} s`)
      const list = `/api/v3.3/properties?agencyUid=${stage.cedar.agencyUid}`
      const own = await call(stage.cedar, origin, 'GET', list, { what: 'by a key that ends' })
      if ((own.status === 401) !== isOver) wrong.push(`${origin}: key ${own.status} after ${at} s`)
    }
  }
  await look(false)
  await sleep(endsInSeconds * 1_000 - marginMs)
  if (performance.now() - setAt < endsInSeconds * 1_000) await look(false)
  await sleep(2 * marginMs)
  await look(true)
  await ask('update api_keys set expires_at = null where uid = $1', [keyUid])
  return [
    ...findingOf('Holds and keys end when they should, in every server', wrong),
    ...findingOf('What is written has the time of the database', await wronglyDated(stage)),
  ]
}

/** Leads are dated when they are made: between the moments when they were asked for and answered. */
async function wronglyDated({ ask, pine, cedar }: Stage): Promise<string[]> {
  const rows = await ask(
    `select uid, created_at, transaction_at from (select l.uid, l.created_at,
        (select min(e.created_at) from events e where e.agency_uid = l.agency_uid
          and e.lead_uid = l.uid) as transaction_at
      from leads l where l.agency_uid = any($1)) made
    where created_at > clock_timestamp() + interval '1 s' or abs(extract(epoch from
      transaction_at - created_at)) > 60`,
    [[pine.agencyUid, cedar.agencyUid]],
  )
  return rows.map(row => JSON.stringify(row))
}
