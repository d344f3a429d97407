/** Compares the history of operations with the event log. */
import type { Query } from '../shared/query.ts'
import { toViolations, type Violation } from '../shared/violation.ts'
import { type EventLine, eventLine } from './expected.ts'
import type { LoggedEvent } from './hooks.ts'
import type { Operation } from './operations.ts'

export async function listEvents(query: Query, agencyUids: string[]): Promise<LoggedEvent[]> {
  const rows = await query(
    `select uid, agency_uid as "agencyUid", seq::int, type, cause, payload,
       request_uid as "requestUid"
     from events where agency_uid = any($1) order by agency_uid, seq`,
    [agencyUids],
  )
  return rows as unknown as LoggedEvent[]
}

/**
 * Checks that acknowledged operations have the events of the contract, that rejected ones have
 * none, and that those without a response have all events if the rows show their effect, else none.
 *
 * @param events events after the setup
 */
export async function checkOperations(
  query: Query,
  operations: readonly Operation[],
  events: readonly LoggedEvent[],
): Promise<Violation[]> {
  const byRequest = Map.groupBy(events, ({ requestUid }) => requestUid)
  const [lost, unexpected, duplicated, inconsistent]: Record<string, unknown>[][] = [[], [], [], []]
  for (const operation of operations) {
    const logs = operation.traces.flatMap(trace => {
      const group = byRequest.get(trace)
      return group ? [group.map(toLine).sort()] : []
    })
    const { name, outcome } = operation
    if (logs.length > 1) duplicated!.push({ name, logs })
    const logged = logs.flat()
    if (outcome === 'refused' && logged.length > 0) unexpected!.push({ name, logged })
    if (outcome === 'done') {
      const expected = [...operation.expectedEvents].sort()
      if (!equals(logged, expected)) lost!.push({ name, ...difference(expected, logged) })
    }
    if (outcome === 'unknown') {
      const { isDone, expectedEvents: effectEvents } = await operation.detect(query)
      const expected = (isDone ?? logged.length > 0) ? [...effectEvents].sort() : []
      if (!equals(logged, expected)) inconsistent!.push({ name, ...difference(expected, logged) })
    }
  }
  const requestUids = new Set(operations.flatMap(({ traces }) => traces))
  const unrelated = events.filter(({ requestUid }) => !requestUids.has(String(requestUid)))
  return [
    ...toViolations('Every acknowledged operation has exactly its events', lost!),
    ...toViolations('No rejected operation has events', unexpected!),
    ...toViolations('No operation is logged twice', duplicated!),
    ...toViolations('Rows and events agree on an operation without a response', inconsistent!),
    ...toViolations('Every event belongs to an operation', unrelated.map(toLine)),
  ]
}

function toLine({ type, payload, cause }: LoggedEvent): EventLine {
  return eventLine(type, payload, cause)
}

function equals(a: readonly EventLine[], b: readonly EventLine[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i])
}

function difference(expected: EventLine[], logged: EventLine[]) {
  return {
    missing: expected.filter(line => !logged.includes(line)),
    surplus: logged.filter(line => !expected.includes(line)),
  }
}

/** Checks that the log of each agency has no gaps and no duplicates. */
export async function checkLogs(query: Query): Promise<Violation[]> {
  const gaps = await query(
    `select l.agency_uid, l.last_seq, count(e.seq) as events, min(e.seq) as first,
       max(e.seq) as last, count(distinct e.uid) as uids
     from event_logs l left join events e on e.agency_uid = l.agency_uid
     group by l.agency_uid
     having count(e.seq) <> l.last_seq or min(e.seq) <> 1 or max(e.seq) <> l.last_seq
       or count(distinct e.uid) <> count(e.seq)`,
  )
  const versions = await query(
    `select agency_uid, object_type, object_uid, array_agg(distinct object_version) as versions
     from events group by agency_uid, object_type, object_uid
     having max(object_version) - min(object_version) + 1 <> count(distinct object_version)`,
  )
  const steps = await query(
    `select l.uid, l.status, s.status as reported, sum(s.step) as times from leads l
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
  const withoutCreation = await query(
    `select uid, status from leads l where not exists (select 1 from events e
       where e.agency_uid = l.agency_uid and e.lead_uid = l.uid and e.previous_object_version = 0)`,
  )
  return [
    ...toViolations('The log of an agency has no gap and no repeat', gaps),
    ...toViolations('The versions of an object have no gap', versions),
    ...toViolations('The events of a lead lead from its creation to its status', steps),
    ...toViolations('Every lead has an event of its creation', withoutCreation),
  ]
}
