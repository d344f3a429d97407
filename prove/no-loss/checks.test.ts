/** Tests that the checks of `npm run prove:no-loss` detect violations. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkOrder, checkRecipients } from './check-deliveries.ts'
import { checkOperations } from './check-operations.ts'
import type { Hook, LoggedEvent } from './hooks.ts'
import type { Arrival } from './inbox.ts'
import type { Operation } from './operations.ts'

const hook: Hook = {
  uid: 'hook',
  plan: { version: 'v3.3', eventType: 'NEW_BOOKING', stream: 'crm/all' },
  registrant: { name: 'cedar', agencyUid: 'a', granted: null },
  secret: '',
  destination: 'cedar crm/all',
  since: [0, 0],
  until: null,
  skipped: [],
}

const event = (seq: number, more: Partial<LoggedEvent> = {}): LoggedEvent => ({
  uid: `event-${seq}`,
  agencyUid: 'a',
  seq,
  type: 'NEW_BOOKING',
  cause: null,
  payload: { agency_uid: 'a', event_type: 'NEW_BOOKING', lead_uid: 'l', property_uid: 'p' },
  requestUid: `request-${seq}`,
  ...more,
})

const arrival = (seq: number, at: number, more: object = {}): Arrival => ({
  ...{ number: at, method: 'POST', url: '/cedar/crm/all?token=1', headers: {}, text: '' },
  ...{ at, endedAt: at + 100, kind: 'well', isAccepted: true, isLate: false },
  ...{ webhookUid: 'hook', eventUid: `event-${seq}`, fields: event(seq).payload },
  ...more,
})

interface Input {
  hook?: Partial<Hook>
  events?: LoggedEvent[]
  arrivals: Arrival[]
  creations?: string[]
}

function violatedRules(input: Input): string[] {
  const evidence = {
    hooks: new Map([['hook', { ...hook, ...input.hook }]]),
    events: input.events ?? [event(1), event(2)],
    arrivals: input.arrivals,
    hotelByProperty: new Map([['p', 'h']]),
    creations: new Set(input.creations ?? []),
  }
  return [...checkRecipients(evidence), ...checkOrder(evidence)].map(({ rule }) => rule)
}

const [first, second] = [arrival(1, 1_000), arrival(2, 2_000)]
const missing = 'Every event reaches every matching webhook'
const unexpected = 'No event reaches another webhook'
const disordered = 'Deliveries of an ordering key arrive in the order of the log'

describe('the check of deliveries', () => {
  it('passes when each event arrived once or twice, in order', () => {
    assert.deepEqual(violatedRules({ arrivals: [first, second] }), [])
    assert.deepEqual(violatedRules({ arrivals: [first, second, arrival(1, 3_000)] }), [])
  })

  it('reports an event that never arrived, or was never accepted', () => {
    assert.deepEqual(violatedRules({ arrivals: [first] }), [missing])
    const refused = arrival(2, 2_000, { isAccepted: false })
    assert.deepEqual(violatedRules({ arrivals: [first, refused] }), [missing])
  })

  it('permits the absence of events during a registration, and of skipped ones', () => {
    assert.deepEqual(violatedRules({ arrivals: [first], hook: { since: [0, 2] } }), [])
    assert.deepEqual(violatedRules({ arrivals: [first], hook: { skipped: [[2, 2]] } }), [])
  })

  it('reports events before a registration, of other objects or of other agencies', () => {
    const arrivals = [first, second]
    assert.deepEqual(violatedRules({ arrivals, hook: { since: [1, 1] } }), [unexpected])
    const other = { ...hook.plan, objectUid: 'q' }
    assert.deepEqual(violatedRules({ arrivals, hook: { plan: other } }), [unexpected])
    const { registrant } = hook
    assert.deepEqual(
      violatedRules({ arrivals, hook: { registrant: { ...registrant, granted: ['q'] } } }),
      [unexpected],
    )
    const foreign = { ...registrant, agencyUid: 'b' }
    assert.deepEqual(violatedRules({ arrivals, hook: { registrant: foreign } }), [unexpected])
  })

  it('requires events of a multi-unit property that was granted to a partner', () => {
    const registrant = { ...hook.registrant, granted: ['h'] }
    assert.deepEqual(violatedRules({ arrivals: [first], hook: { registrant } }), [missing])
  })

  it('expects the event types of v2 for webhooks of v2', () => {
    const hold = event(1, { type: 'NEW_HOLD' })
    const plan = { ...hook.plan, version: 'v2', eventType: 'NEW_INQUIRY' } as const
    const input = { events: [hold], arrivals: [], hook: { plan } }
    assert.deepEqual(violatedRules({ ...input, creations: ['request-1'] }), [missing])
    assert.deepEqual(violatedRules(input), [])
  })

  it('reports a payload that differs from the event', () => {
    const fields = { ...first.fields, lead_uid: 'm' }
    const garbled = arrival(1, 1_000, { fields })
    assert.deepEqual(violatedRules({ arrivals: [garbled, second] }), [
      'The payload of a delivery is that of its event',
    ])
  })

  it('reports a wrong order, except of late deliveries', () => {
    const arrivals = [arrival(2, 1_000), arrival(1, 2_000)]
    assert.deepEqual(violatedRules({ arrivals }), [disordered])
    const late = arrival(1, 2_000, { isLate: true })
    assert.deepEqual(violatedRules({ arrivals: [arrival(2, 1_000), late] }), [])
  })

  it('reports overlapping requests of one ordering key', () => {
    const long = arrival(1, 1_000, { endedAt: 2_500 })
    assert.deepEqual(violatedRules({ arrivals: [long, second] }), [
      'Deliveries of an ordering key never overlap',
    ])
  })
})

describe('the check of operations', () => {
  const expectedEvents = ['NEW_BOOKING lead_uid=l property_uid=p']
  const operation = (more: Partial<Operation>): Operation => ({
    ...{ name: 'create', agencyUid: 'a', traces: ['request-1'], outcome: 'done', expectedEvents },
    detect: async () => ({ isDone: true, expectedEvents }),
    ...more,
  })
  const broken = async (operations: Operation[], events: LoggedEvent[]) => {
    const query = async () => assert.fail('The database is not queried')
    return (await checkOperations(query, operations, events)).map(({ rule }) => rule)
  }
  const inconsistent = ['Rows and events agree on an operation without a response']

  it('reports missing or duplicate events of an acknowledged operation', async () => {
    assert.deepEqual(await broken([operation({})], [event(1)]), [])
    const lost = ['Every acknowledged operation has exactly its events']
    assert.deepEqual(await broken([operation({})], []), lost)
    const twice = [event(1), event(2, { requestUid: 'request-1' })]
    assert.deepEqual(await broken([operation({})], twice), lost)
  })

  it('reports events of a rejected operation, or of none', async () => {
    const refused = operation({ outcome: 'refused', expectedEvents: [] })
    assert.deepEqual(await broken([refused], [event(1)]), ['No rejected operation has events'])
    assert.deepEqual(await broken([], [event(1)]), ['Every event belongs to an operation'])
  })

  it('reports events that contradict the rows, of an operation without a response', async () => {
    const unknown = (isDone: boolean | null) =>
      operation({ outcome: 'unknown', detect: async () => ({ isDone, expectedEvents }) })
    assert.deepEqual(await broken([unknown(true)], [event(1)]), [])
    assert.deepEqual(await broken([unknown(true)], []), inconsistent)
    assert.deepEqual(await broken([unknown(false)], [event(1)]), inconsistent)
    assert.deepEqual(await broken([unknown(null)], []), [])
  })
})
