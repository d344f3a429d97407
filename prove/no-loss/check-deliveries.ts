/** Compares what the receivers have got with what the log says that they should have got. */
import type { Ask } from '../shared/ask.ts'
import { type Finding, findingOf } from '../shared/finding.ts'
import { duty, type Hook, type Knowledge, type LoggedEvent, matches, orderingKey } from './hooks.ts'
import type { Arrival } from './inbox.ts'

/** Everything that was fetched once all had come to rest. */
export interface Evidence extends Knowledge {
  hooks: ReadonlyMap<string, Hook>
  events: readonly LoggedEvent[]
  arrivals: readonly Arrival[]
}

/** Whom an event had to reach, it reached, signed and in its words; and nobody else. */
export function checkReach(evidence: Evidence): Finding[] {
  const { hooks, events, arrivals } = evidence
  const byUid = new Map(events.map(event => [event.uid, event]))
  const accepted = new Set(
    arrivals.filter(({ isAccepted }) => isAccepted).map(a => `${a.webhookUid} ${a.eventUid}`),
  )
  const missing = [...hooks.values()].flatMap(hook =>
    events
      .filter(event => matches(hook, event, evidence) && duty(hook, event) === 'must')
      .filter(event => !accepted.has(`${hook.uid} ${event.uid}`))
      .map(({ seq, type }) => ({ ...hook.plan, seq, type })),
  )
  const strange = arrivals.flatMap((arrival): object[] => {
    const [hook, event] = [hooks.get(arrival.webhookUid), byUid.get(arrival.eventUid)]
    if (!hook || !event) return [{ arrival: arrival.url, hook: hook?.plan, event: event?.type }]
    const isMeant = matches(hook, event, evidence) && duty(hook, event) !== 'never'
    const { pathname } = new URL(arrival.url, 'http://receiver')
    const isThere = pathname === `/${hook.registrant.name}/${hook.plan.stream}`
    return isMeant && isThere ? [] : [{ ...hook.plan, to: arrival.url, told: event.type }]
  })
  const garbled = arrivals.flatMap(arrival => {
    const [hook, event] = [hooks.get(arrival.webhookUid), byUid.get(arrival.eventUid)]
    return !hook || !event || isWorded(arrival, hook, event) ? [] : [arrival.text]
  })
  return [
    ...findingOf('Every event reaches every webhook that wants it', missing),
    ...findingOf('No event reaches anybody else', strange),
    ...findingOf('A delivery says what the event says', garbled),
  ]
}

/** The payload under the name that the webhook asked for; more only in the extended format. */
function isWorded({ fields, eventUid }: Arrival, { plan }: Hook, event: LoggedEvent): boolean {
  const expected: Record<string, unknown> = { ...event.payload, event_type: plan.eventType }
  if (plan.extended) Object.assign(expected, { event_uid: eventUid, event_seq: event.seq })
  const isSame = Object.entries(expected).every(([key, value]) => `${fields[key]}` === `${value}`)
  const isAlone = Object.keys(fields).length === Object.keys(expected).length
  return isSame && (plan.extended === true || isAlone)
}

/** Requests of one key that both sides see end a little differently. */
const blurMs = 50

/**
 * Of each destination and ordering key the first successes come in the order of the log, but for
 * deliveries that are marked late, and never two requests at once.
 */
export function checkOrder({ hooks, events, arrivals }: Evidence): Finding[] {
  const byUid = new Map(events.map(event => [event.uid, event]))
  const streams = Map.groupBy(arrivals, ({ webhookUid, eventUid }) => {
    const [hook, event] = [hooks.get(webhookUid), byUid.get(eventUid)]
    return hook && event ? `${hook.destination} ${orderingKey(event)}` : ''
  })
  streams.delete('')
  const [astray, atOnce]: unknown[][] = [[], []]
  for (const [stream, all] of streams) {
    let last = 0
    for (const { seq } of firstSuccesses(all, byUid)) {
      if (seq < last) astray!.push(`${stream}: ${seq} after ${last}`)
      last = Math.max(last, seq)
    }
    const inTime = all.toSorted((a, b) => a.at - b.at)
    let busyUntil = 0
    for (const { at, endedAt } of inTime) {
      if (at < busyUntil - blurMs) atOnce!.push(`${stream}: by ${busyUntil - at} ms`)
      busyUntil = Math.max(busyUntil, endedAt ?? at)
    }
  }
  return [
    ...findingOf('What is of one key arrives in the order of the log', astray!),
    ...findingOf('Never two at once of one key', atOnce!),
  ]
}

function firstSuccesses(all: Arrival[], byUid: Map<string, LoggedEvent>): { seq: number }[] {
  const seen = new Set<string>()
  return all.flatMap(({ webhookUid, eventUid, isAccepted, isLate }) => {
    const delivery = `${webhookUid} ${eventUid}`
    if (!isAccepted || seen.has(delivery)) return []
    seen.add(delivery)
    return isLate ? [] : [{ seq: byUid.get(eventUid)!.seq }]
  })
}

/** Everything was delivered, but what was for webhooks that are gone or was left out by choice. */
export async function checkDeliveries(ask: Ask, hooks: Hook[]): Promise<Finding[]> {
  const skipping = hooks.flatMap(({ uid, skipped }) => (skipped.length > 0 ? [uid] : []))
  const left = await ask(
    `select d.uid, d.seq, d.status, d.attempt_count, d.due_at from deliveries d
     join webhooks w on w.uid = d.webhook_uid
     where d.status <> 'DELIVERED' and not (d.status = 'ABANDONED' and w.deleted_at is not null)
       and not (d.status = 'SKIPPED' and d.webhook_uid = any($1))`,
    [skipping],
  )
  const uncounted = await ask(
    `select d.uid, d.attempt_count, count(a.number) as attempts from deliveries d
     left join delivery_attempts a on a.agency_uid = d.agency_uid and a.delivery_uid = d.uid
     group by d.agency_uid, d.uid
     having count(a.number) <> d.attempt_count
       or d.status = 'DELIVERED' and count(*) filter (where a.outcome = 'SUCCESS') <> 1`,
  )
  return [
    ...findingOf('Every delivery is made, none is left or given up', left),
    ...findingOf('Every attempt is written down, the last of them a success', uncounted),
  ]
}

/** Deliveries that arrived more than once although they were accepted. */
export function countDuplicates(arrivals: readonly Arrival[]): number {
  const accepted = arrivals.filter(({ isAccepted }) => isAccepted)
  return accepted.length - new Set(accepted.map(a => `${a.webhookUid} ${a.eventUid}`)).size
}
