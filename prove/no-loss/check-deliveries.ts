/** Compares the requests of the receivers with the deliveries that the log requires. */
import type { Query } from '../shared/query.ts'
import { toViolations, type Violation } from '../shared/violation.ts'
import { duty, type Hook, type Knowledge, type LoggedEvent, matches, orderingKey } from './hooks.ts'
import type { Arrival } from './inbox.ts'

/** Results of a run after the last delivery. */
export interface Evidence extends Knowledge {
  hooks: ReadonlyMap<string, Hook>
  events: readonly LoggedEvent[]
  arrivals: readonly Arrival[]
}

/** Checks that every event reached its webhooks, signed and in their format, and no others. */
export function checkRecipients(evidence: Evidence): Violation[] {
  const { hooks, events, arrivals } = evidence
  const byUid = new Map(events.map(event => [event.uid, event]))
  const accepted = new Set(
    arrivals
      .filter(({ isAccepted }) => isAccepted)
      .map(arrival => `${arrival.webhookUid} ${arrival.eventUid}`),
  )
  const missing = [...hooks.values()].flatMap(hook =>
    events
      .filter(event => matches(hook, event, evidence) && duty(hook, event) === 'must')
      .filter(event => !accepted.has(`${hook.uid} ${event.uid}`))
      .map(({ seq, type }) => ({ ...hook.plan, seq, type })),
  )
  const unexpected = arrivals.flatMap((arrival): object[] => {
    const [hook, event] = [hooks.get(arrival.webhookUid), byUid.get(arrival.eventUid)]
    if (!hook || !event) return [{ arrival: arrival.url, hook: hook?.plan, event: event?.type }]
    const isRecipient = matches(hook, event, evidence) && duty(hook, event) !== 'never'
    const { pathname } = new URL(arrival.url, 'http://receiver')
    const isRightStream = pathname === `/${hook.registrant.name}/${hook.plan.stream}`
    return isRecipient && isRightStream
      ? []
      : [{ ...hook.plan, to: arrival.url, eventType: event.type }]
  })
  const wrongPayloads = arrivals.flatMap(arrival => {
    const [hook, event] = [hooks.get(arrival.webhookUid), byUid.get(arrival.eventUid)]
    return !hook || !event || hasRightPayload(arrival, hook, event) ? [] : [arrival.text]
  })
  return [
    ...toViolations('Every event reaches every matching webhook', missing),
    ...toViolations('No event reaches another webhook', unexpected),
    ...toViolations('The payload of a delivery is that of its event', wrongPayloads),
  ]
}

/**
 * Checks the payload of the webhook's event type; it has more fields only in the extended format.
 */
function hasRightPayload(
  { fields, eventUid }: Arrival,
  { plan }: Hook,
  event: LoggedEvent,
): boolean {
  const expected: Record<string, unknown> = { ...event.payload, event_type: plan.eventType }
  if (plan.extended) Object.assign(expected, { event_uid: eventUid, event_seq: event.seq })
  const isSame = Object.entries(expected).every(([key, value]) => `${fields[key]}` === `${value}`)
  const hasNoOtherFields = Object.keys(fields).length === Object.keys(expected).length
  return isSame && (plan.extended === true || hasNoOtherFields)
}

/** Permitted overlap of two requests: sender and receiver record ends at different times. */
const toleranceMs = 50

/**
 * Checks that the first successes of each destination and ordering key come in the order of the
 * log, except for deliveries marked late, and never two requests at once.
 */
export function checkOrder({ hooks, events, arrivals }: Evidence): Violation[] {
  const byUid = new Map(events.map(event => [event.uid, event]))
  const streams = Map.groupBy(arrivals, ({ webhookUid, eventUid }) => {
    const [hook, event] = [hooks.get(webhookUid), byUid.get(eventUid)]
    return hook && event ? `${hook.destination} ${orderingKey(event)}` : ''
  })
  streams.delete('')
  const [disordered, overlapping]: unknown[][] = [[], []]
  for (const [stream, requests] of streams) {
    let last = 0
    for (const { seq } of firstSuccesses(requests, byUid)) {
      if (seq < last) disordered!.push(`${stream}: ${seq} after ${last}`)
      last = Math.max(last, seq)
    }
    const sorted = requests.toSorted((a, b) => a.at - b.at)
    let busyUntil = 0
    for (const { at, endedAt } of sorted) {
      if (at < busyUntil - toleranceMs) overlapping!.push(`${stream}: by ${busyUntil - at} ms`)
      busyUntil = Math.max(busyUntil, endedAt ?? at)
    }
  }
  return [
    ...toViolations('Deliveries of an ordering key arrive in the order of the log', disordered!),
    ...toViolations('Deliveries of an ordering key never overlap', overlapping!),
  ]
}

function firstSuccesses(requests: Arrival[], byUid: Map<string, LoggedEvent>): { seq: number }[] {
  const accepted = new Set<string>()
  return requests.flatMap(({ webhookUid, eventUid, isAccepted, isLate }) => {
    const delivery = `${webhookUid} ${eventUid}`
    if (!isAccepted || accepted.has(delivery)) return []
    accepted.add(delivery)
    return isLate ? [] : [{ seq: byUid.get(eventUid)!.seq }]
  })
}

/**
 * Checks that all events were delivered, except those for deleted webhooks or skipped by choice.
 */
export async function checkDeliveries(query: Query, hooks: Hook[]): Promise<Violation[]> {
  const skipping = hooks.flatMap(({ uid, skipped }) => (skipped.length > 0 ? [uid] : []))
  const undelivered = await query(
    `select d.uid, d.seq, d.status, d.attempt_count, d.due_at from deliveries d
     join webhooks w on w.uid = d.webhook_uid
     where d.status <> 'DELIVERED' and not (d.status = 'ABANDONED' and w.deleted_at is not null)
       and not (d.status = 'SKIPPED' and d.webhook_uid = any($1))`,
    [skipping],
  )
  const miscounted = await query(
    `select d.uid, d.attempt_count, count(a.number) as attempts from deliveries d
     left join delivery_attempts a on a.agency_uid = d.agency_uid and a.delivery_uid = d.uid
     group by d.agency_uid, d.uid
     having count(a.number) <> d.attempt_count
       or d.status = 'DELIVERED' and count(*) filter (where a.outcome = 'SUCCESS') <> 1`,
  )
  return [
    ...toViolations('Every delivery succeeds', undelivered),
    ...toViolations('Every attempt is recorded, the last one as a success', miscounted),
  ]
}

/** Counts deliveries that were accepted more than once. */
export function countDuplicates(arrivals: readonly Arrival[]): number {
  const accepted = arrivals.filter(({ isAccepted }) => isAccepted)
  return (
    accepted.length -
    new Set(accepted.map(arrival => `${arrival.webhookUid} ${arrival.eventUid}`)).size
  )
}
