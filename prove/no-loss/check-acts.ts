/** Compares what was done with what the log tells. */
import type { Ask } from '../shared/ask.ts'
import { type Finding, findingOf } from '../shared/finding.ts'
import type { Deed } from './deeds.ts'
import { type Told, telling } from './expected.ts'
import type { LoggedEvent } from './hooks.ts'

/** The events of agencies, as the database has them. */
export async function listEvents(ask: Ask, agencyUids: string[]): Promise<LoggedEvent[]> {
  const rows = await ask(
    `select uid, agency_uid as "agencyUid", seq::int, type, cause, payload,
       request_uid as "requestUid"
     from events where agency_uid = any($1) order by agency_uid, seq`,
    [agencyUids],
  )
  return rows as unknown as LoggedEvent[]
}

/**
 * Every act that was acknowledged is told as the contract says, none that was refused is, and one
 * of which nobody knows is told if the rows show it, wholly or not at all.
 *
 * @param events those that are younger than the preparations
 */
export async function checkActs(
  ask: Ask,
  deeds: readonly Deed[],
  events: readonly LoggedEvent[],
): Promise<Finding[]> {
  const byRequest = Map.groupBy(events, ({ requestUid }) => requestUid)
  const [lost, told, twice, torn]: Record<string, unknown>[][] = [[], [], [], []]
  for (const deed of deeds) {
    const found = deed.traces.flatMap(trace => {
      const group = byRequest.get(trace)
      return group ? [group.map(tell).sort()] : []
    })
    const { name, outcome } = deed
    if (found.length > 1) twice!.push({ name, found })
    const logged = found.flat()
    if (outcome === 'refused' && logged.length > 0) told!.push({ name, logged })
    if (outcome === 'done') {
      const expected = [...deed.told].sort()
      if (!equals(logged, expected)) lost!.push({ name, ...difference(expected, logged) })
    }
    if (outcome === 'unknown') {
      const { isDone, told: whole } = await deed.look(ask)
      const expected = (isDone ?? logged.length > 0) ? [...whole].sort() : []
      if (!equals(logged, expected)) torn!.push({ name, ...difference(expected, logged) })
    }
  }
  const asked = new Set(deeds.flatMap(({ traces }) => traces))
  const unasked = events.filter(({ requestUid }) => !asked.has(String(requestUid)))
  return [
    ...findingOf('Every acknowledged act has its events, and no others', lost!),
    ...findingOf('No refused act has events', told!),
    ...findingOf('No act is told twice', twice!),
    ...findingOf('Of an act without an answer, rows and events agree', torn!),
    ...findingOf('No event is of no act', unasked.map(tell)),
  ]
}

function tell({ type, payload, cause }: LoggedEvent): Told {
  return telling(type, payload, cause)
}

function equals(a: readonly Told[], b: readonly Told[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i])
}

function difference(expected: Told[], logged: Told[]) {
  return {
    missing: expected.filter(each => !logged.includes(each)),
    surplus: logged.filter(each => !expected.includes(each)),
  }
}

/** The log of each agency goes from 1 to its end without a gap, each event once. */
export async function checkLogs(ask: Ask): Promise<Finding[]> {
  const gaps = await ask(
    `select l.agency_uid, l.last_seq, count(e.seq) as events, min(e.seq) as first,
       max(e.seq) as last, count(distinct e.uid) as uids
     from event_logs l left join events e on e.agency_uid = l.agency_uid
     group by l.agency_uid
     having count(e.seq) <> l.last_seq or min(e.seq) <> 1 or max(e.seq) <> l.last_seq
       or count(distinct e.uid) <> count(e.seq)`,
  )
  const versions = await ask(
    `select agency_uid, object_type, object_uid, array_agg(distinct object_version) as versions
     from events group by agency_uid, object_type, object_uid
     having max(object_version) - min(object_version) + 1 <> count(distinct object_version)`,
  )
  const steps = await ask(
    `select l.uid, l.status, s.status as told, sum(s.step) as times from leads l
     join (
       select agency_uid, lead_uid, payload ->> 'status' as status, 1 as step from events
       where type = 'LEAD_STATUS_CHANGED'
       union all
       select agency_uid, lead_uid, payload ->> 'previous_status', -1 from events
       where type = 'LEAD_STATUS_CHANGED'
       union all
       select agency_uid, lead_uid, case type when 'NEW_INQUIRY' then 'NEW' when 'NEW_HOLD'
         then 'ON_HOLD' when 'NEW_BOOKING_REQUEST' then 'PENDING' when 'NEW_BOOKING' then 'BOOKED'
         else 'BLOCKED' end, 1
       from events where object_type = 'LEAD' and previous_object_version = 0
         and type in ('NEW_INQUIRY', 'NEW_HOLD', 'NEW_BOOKING_REQUEST', 'NEW_BOOKING',
           'NEW_BLOCKED_DATES')
     ) s on s.agency_uid = l.agency_uid and s.lead_uid = l.uid
     group by l.agency_uid, l.uid, s.status
     having sum(s.step) <> case when s.status = l.status then 1 else 0 end`,
  )
  const untold = await ask(
    `select uid, status from leads l where not exists (select 1 from events e
       where e.agency_uid = l.agency_uid and e.lead_uid = l.uid and e.previous_object_version = 0)`,
  )
  return [
    ...findingOf('The log of an agency has no gap and no repeat', gaps),
    ...findingOf('The versions of an object have no gap', versions),
    ...findingOf('The events of a lead lead from its creation to its status', steps),
    ...findingOf('Every lead was told of when it was made', untold),
  ]
}
