/** The checks of `npm run prove:no-loss` find what they are there to find. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkActs } from '../prove/no-loss/check-acts.ts'
import { checkOrder, checkReach } from '../prove/no-loss/check-deliveries.ts'
import type { Deed } from '../prove/no-loss/deeds.ts'
import type { Hook, LoggedEvent } from '../prove/no-loss/hooks.ts'
import type { Arrival } from '../prove/no-loss/inbox.ts'

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

interface Given {
  hook?: Partial<Hook>
  events?: LoggedEvent[]
  arrivals: Arrival[]
  creations?: string[]
}

function rules(given: Given): string[] {
  const evidence = {
    hooks: new Map([['hook', { ...hook, ...given.hook }]]),
    events: given.events ?? [event(1), event(2)],
    arrivals: given.arrivals,
    hotelOf: new Map([['p', 'h']]),
    creations: new Set(given.creations ?? []),
  }
  return [...checkReach(evidence), ...checkOrder(evidence)].map(({ rule }) => rule)
}

const [first, second] = [arrival(1, 1_000), arrival(2, 2_000)]
const missing = 'Every event reaches every webhook that wants it'
const strange = 'No event reaches anybody else'
const astray = 'What is of one key arrives in the order of the log'

describe('what the receivers have got', () => {
  it('passes when each event came once or twice, in order', () => {
    assert.deepEqual(rules({ arrivals: [first, second] }), [])
    assert.deepEqual(rules({ arrivals: [first, second, arrival(1, 3_000)] }), [])
  })

  it('lacks an event that never came, or was never accepted', () => {
    assert.deepEqual(rules({ arrivals: [first] }), [missing])
    const refused = arrival(2, 2_000, { isAccepted: false })
    assert.deepEqual(rules({ arrivals: [first, refused] }), [missing])
  })

  it('may lack what belongs to the moment of a registration, and what was left out', () => {
    assert.deepEqual(rules({ arrivals: [first], hook: { since: [0, 2] } }), [])
    assert.deepEqual(rules({ arrivals: [first], hook: { skipped: [[2, 2]] } }), [])
  })

  it('has nothing from before a registration, of other objects or of other agencies', () => {
    const arrivals = [first, second]
    assert.deepEqual(rules({ arrivals, hook: { since: [1, 1] } }), [strange])
    const other = { ...hook.plan, objectUid: 'q' }
    assert.deepEqual(rules({ arrivals, hook: { plan: other } }), [strange])
    const { registrant } = hook
    assert.deepEqual(rules({ arrivals, hook: { registrant: { ...registrant, granted: ['q'] } } }), [
      strange,
    ])
    const foreign = { ...registrant, agencyUid: 'b' }
    assert.deepEqual(rules({ arrivals, hook: { registrant: foreign } }), [strange])
  })

  it('reaches a partner by the multi-unit property that was granted', () => {
    const registrant = { ...hook.registrant, granted: ['h'] }
    assert.deepEqual(rules({ arrivals: [first], hook: { registrant } }), [missing])
  })

  it('is named for v2 as v2 knows it', () => {
    const hold = event(1, { type: 'NEW_HOLD' })
    const plan = { ...hook.plan, version: 'v2', eventType: 'NEW_INQUIRY' } as const
    const given = { events: [hold], arrivals: [], hook: { plan } }
    assert.deepEqual(rules({ ...given, creations: ['request-1'] }), [missing])
    assert.deepEqual(rules(given), [])
  })

  it('says what the event says', () => {
    const fields = { ...first.fields, lead_uid: 'm' }
    const garbled = arrival(1, 1_000, { fields })
    assert.deepEqual(rules({ arrivals: [garbled, second] }), [
      'A delivery says what the event says',
    ])
  })

  it('came in the order of the log, but for what is late', () => {
    const arrivals = [arrival(2, 1_000), arrival(1, 2_000)]
    assert.deepEqual(rules({ arrivals }), [astray])
    const late = arrival(1, 2_000, { isLate: true })
    assert.deepEqual(rules({ arrivals: [arrival(2, 1_000), late] }), [])
  })

  it('never came two at once', () => {
    const long = arrival(1, 1_000, { endedAt: 2_500 })
    assert.deepEqual(rules({ arrivals: [long, second] }), ['Never two at once of one key'])
  })
})

describe('what the log tells of acts', () => {
  const told = ['NEW_BOOKING lead_uid=l property_uid=p']
  const deed = (more: Partial<Deed>): Deed => ({
    ...{ name: 'create', agencyUid: 'a', traces: ['request-1'], outcome: 'done', told },
    look: async () => ({ isDone: true, told }),
    ...more,
  })
  const broken = async (deeds: Deed[], events: LoggedEvent[]) => {
    const ask = async () => assert.fail('The database is not asked')
    return (await checkActs(ask, deeds, events)).map(({ rule }) => rule)
  }
  const torn = ['Of an act without an answer, rows and events agree']

  it('is all that an acknowledged act has to tell', async () => {
    assert.deepEqual(await broken([deed({})], [event(1)]), [])
    const lost = ['Every acknowledged act has its events, and no others']
    assert.deepEqual(await broken([deed({})], []), lost)
    const twice = [event(1), event(2, { requestUid: 'request-1' })]
    assert.deepEqual(await broken([deed({})], twice), lost)
  })

  it('is nothing of what was refused, or not asked for', async () => {
    const refused = deed({ outcome: 'refused', told: [] })
    assert.deepEqual(await broken([refused], [event(1)]), ['No refused act has events'])
    assert.deepEqual(await broken([], [event(1)]), ['No event is of no act'])
  })

  it('is what the rows show of an act without an answer', async () => {
    const unknown = (isDone: boolean | null) =>
      deed({ outcome: 'unknown', look: async () => ({ isDone, told }) })
    assert.deepEqual(await broken([unknown(true)], [event(1)]), [])
    assert.deepEqual(await broken([unknown(true)], []), torn)
    assert.deepEqual(await broken([unknown(false)], [event(1)]), torn)
    assert.deepEqual(await broken([unknown(null)], []), [])
  })
})
