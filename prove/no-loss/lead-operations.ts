import { actionCall } from '../lead-actions.ts'
import type { Call, LeadBody, Outcome } from '../shared/client.ts'
import { dateOf } from '../shared/fixture.ts'
import type { Query } from '../shared/query.ts'
import { type Actor, maybeKeyed, uniqueName } from './actor.ts'
import {
  alterationEvents,
  creationEvents,
  deletionEvents,
  type EventLine,
  type LeadState,
  leadEventLine,
  transitionEvents,
  updateEvents,
} from './expected.ts'

interface LeadOperation {
  name: string
  weight: number
  /** Statuses in which it is allowed. */
  from: readonly string[]
  call(actor: Actor, lead: LeadState): Call
  expectedEvents(actor: Actor, before: LeadState, after: LeadState): EventLine[]
  /** Returns whether the row shows the effect; absent: no row does. */
  isVisible?: (before: LeadState, row: LeadState | null) => boolean | null
}

const requests = ['PENDING', 'PENDING_APPROVED']
const open = ['NEW', 'ON_HOLD', ...requests]
const anyStatus = ['BLOCKED', ...open, 'CLOSED', 'DECLINED', 'CANCELLED', 'BOOKED']
const alterable = ['BLOCKED', ...open, 'BOOKED']

const operations: LeadOperation[] = [
  transition('put-on-hold', 6, ['NEW']),
  transition('close', 5, open),
  transition('reopen', 4, ['CLOSED', 'DECLINED']),
  transition('mark-as-booked', 6, open),
  transition('accept-booking-request', 5, ['PENDING']),
  transition('decline-booking-request', 3, requests),
  transition('cancel', 5, ['BOOKED', ...requests]),
  transition('rebook', 4, ['CANCELLED']),
  update('extend-hold', 3, ['ON_HOLD'], (_actor, { uid }) => actionCall(uid, 'extend-hold')),
  update('mark-quote-sent', 2, ['NEW'], (_actor, { uid }) => actionCall(uid, 'mark-quote-sent')),
  {
    ...update('PATCH', 8, anyStatus, (actor, { uid }) => ({
      method: 'PATCH',
      path: `/api/v3.3/leads/${uid}`,
      body: { notes: uniqueName(actor) },
    })),
    isVisible: (before, row) => row !== null && row.notes !== before.notes,
  },
  {
    ...update('adjustment', 5, [...open, 'BOOKED'], (actor, { uid }) => adjust(actor, uid)),
    expectedEvents: (_actor, _before, lead) => [
      ...updateEvents(lead),
      leadEventLine('ORDER_UPDATED', lead),
    ],
  },
  {
    ...update('tags', 3, anyStatus, (actor, { uid }) => ({
      method: 'POST',
      path: '/api/v3.3/tags',
      body: { objectUid: uid, objectType: 'LEAD', tags: [uniqueName(actor)] },
    })),
    expectedEvents: (_actor, _before, lead) => [leadEventLine('TAGS_UPDATED', lead)],
  },
  {
    name: 'alteration',
    weight: 10,
    from: alterable,
    call: (actor, lead) => actionCall(lead.uid, 'alteration', alteredStay(actor, lead)),
    expectedEvents: ({ state }, before, after) => alterationEvents(state.fixture, before, after),
    isVisible: (before, row) =>
      row !== null && (row.checkIn !== before.checkIn || row.propertyUid !== before.propertyUid),
  },
  {
    name: 'DELETE',
    weight: 4,
    from: ['BLOCKED', 'CLOSED', 'PENDING', 'DECLINED', 'CANCELLED'],
    call: (_actor, { uid }) => ({ method: 'DELETE', path: `/api/v3.3/leads/${uid}` }),
    expectedEvents: ({ state }, before) => deletionEvents(state.fixture, before),
    isVisible: (_before, row) => row === null,
  },
]

/** Nights of a stay, and of its slot, within which it can move by a night. */
const [stayNights, slotNights] = [2, 6]
const firstOwnNight = 60
const contestedNights = 2
const contestedShare = 0.2
const allowedShare = 0.85

function transition(name: string, weight: number, from: readonly string[]): LeadOperation {
  return {
    name,
    weight,
    from,
    call: (_actor, { uid }) => actionCall(uid, name),
    expectedEvents: ({ state }, before, after) => transitionEvents(state.fixture, before, after),
    isVisible: (before, row) => row !== null && row.status !== before.status,
  }
}

function update(
  name: string,
  weight: number,
  from: readonly string[],
  call: LeadOperation['call'],
): LeadOperation {
  return {
    name,
    weight,
    from,
    call,
    expectedEvents: (_actor, _before, after) => updateEvents(after),
  }
}

function adjust(actor: Actor, leadUid: string): Call {
  const body = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 5 }
  const orderUid = actor.orders.get(leadUid)
  return {
    method: 'POST',
    path: `/api/v3.3/orders/${orderUid}/order-adjustments`,
    body: { ...body, externalId: uniqueName(actor) },
  }
}

/** Returns an alteration by a night within the slot, or to another stand-alone property. */
function alteredStay({ state, propertyUids }: Actor, lead: LeadState): object {
  const { standAlone } = state.fixture
  const candidates = propertyUids.filter(
    uid => standAlone.includes(uid) && uid !== lead.propertyUid,
  )
  if (candidates.length > 0 && standAlone.includes(lead.propertyUid) && state.chance.is(0.4)) {
    return { propertyUid: state.chance.pick(candidates) }
  }
  const slot = Temporal.PlainDate.from(dateOf(0)).until(lead.checkIn).days - firstOwnNight
  const days = slot % slotNights === 0 ? 1 : -1
  const moved = (date: string) => Temporal.PlainDate.from(date).add({ days }).toString()
  return { checkInLocalDate: moved(lead.checkIn), checkOutLocalDate: moved(lead.checkOut) }
}

export async function changeLead(actor: Actor): Promise<void> {
  const { chance, query, history, fixture } = actor.state
  const before = chance.pick(actor.leads)
  const isAllowed = chance.is(allowedShare)
  const usual = operations.filter(({ from }) => from.includes(before.status) === isAllowed)
  const operation = chance.weighted(usual.map(option => [option, option.weight] as const))
  if (operation.name === 'adjustment') {
    const orderUid = await findOrder(query, fixture.agencyUid, before.uid)
    if (orderUid === null) return
    actor.orders.set(before.uid, orderUid)
  }
  const { outcome, response } = await history.perform(fixture.agencyUid, actor.client, {
    name: operation.name,
    call: maybeKeyed(actor, operation.call(actor, before)),
    expectedEvents: ({ body }) =>
      operation.expectedEvents(actor, before, body?.lead ? toState(body.lead) : before),
    detect: async query => {
      const row = await findLead(query, fixture.agencyUid, `uid = $2`, before.uid)
      const isDone = operation.isVisible ? operation.isVisible(before, row) : null
      return { isDone, expectedEvents: operation.expectedEvents(actor, before, row ?? before) }
    },
  })
  if (outcome === 'refused') return
  actor.leads.splice(actor.leads.indexOf(before), 1)
  if (outcome === 'unknown' || operation.name === 'DELETE') return
  actor.leads.push(response.body?.lead ? toState(response.body.lead) : before)
}

/** Creates a lead, mostly on nights of its own slot. */
export async function createLead(actor: Actor): Promise<void> {
  const { state, propertyUids } = actor
  const { chance, history, fixture } = state
  const tag = uniqueName(actor)
  const ownNight = firstOwnNight + slotNights * state.counter
  const night = chance.is(contestedShare) ? chance.integer(0, contestedNights) : ownNight
  const status = chance.pick(['NEW', 'ON_HOLD', 'PENDING', 'BOOKED', 'BLOCKED'])
  const { outcome, response } = await history.perform(fixture.agencyUid, actor.client, {
    name: `create ${status}`,
    call: maybeKeyed(actor, {
      method: 'POST',
      path: '/api/v3.3/leads',
      body: {
        agencyUid: fixture.agencyUid,
        propertyUid: chance.pick(propertyUids),
        status,
        checkInLocalDate: dateOf(night),
        checkOutLocalDate: dateOf(night + stayNights),
        externalBookingId: tag,
        ...(status === 'BLOCKED' ? {} : { guestInformation: { firstName: 'Ada', adultCount: 2 } }),
      },
    }),
    expectedEvents: ({ body }: Outcome) => creationEvents(fixture, toState(body!.lead!)),
    detect: async query => {
      const row = await findLead(query, fixture.agencyUid, 'external_booking_id = $2', tag)
      return {
        isDone: row !== null,
        expectedEvents: row === null ? [] : creationEvents(fixture, row),
      }
    },
  })
  const isMovable = night === ownNight
  if (outcome === 'done' && isMovable) actor.leads.push(toState(response.body!.lead!))
}

function toState(lead: LeadBody): LeadState {
  return {
    uid: lead.uid,
    status: lead.status,
    propertyUid: lead.propertyUid,
    unitUid: lead.unitUid,
    checkIn: lead.checkInLocalDateTime.slice(0, 10),
    checkOut: lead.checkOutLocalDateTime.slice(0, 10),
    notes: lead.notes,
  }
}

/** Finds a lead in the database. Returns null if there is none or it is deleted. */
async function findLead(
  query: Query,
  agencyUid: string,
  condition: string,
  value: string,
): Promise<LeadState | null> {
  const [row] = await query(
    `select uid, status, property_uid as "propertyUid", unit_uid as "unitUid", notes,
       check_in_local::date::text as "checkIn", check_out_local::date::text as "checkOut"
     from leads where agency_uid = $1 and ${condition} and deleted_at is null`,
    [agencyUid, value],
  )
  return (row as unknown as LeadState | undefined) ?? null
}

async function findOrder(query: Query, agencyUid: string, leadUid: string): Promise<string | null> {
  const sql = 'select uid from orders where agency_uid = $1 and lead_uid = $2'
  const [row] = await query(sql, [agencyUid, leadUid])
  return row ? String(row.uid) : null
}
