/** What the proof does to leads. */
import { actOn } from '../acts.ts'
import type { Ask } from '../shared/ask.ts'
import type { Call, LeadBody, Outcome } from '../shared/client.ts'
import { dateOf } from '../shared/ground.ts'
import { type Actor, newName, perhapsKeyed } from './actor.ts'
import {
  type LeadState,
  leadTelling,
  ofAlteration,
  ofCreation,
  ofDeletion,
  ofMove,
  ofUpdate,
  type Told,
} from './expected.ts'

interface LeadAct {
  name: string
  weight: number
  /** Statuses from which it is allowed. */
  from: readonly string[]
  call(actor: Actor, lead: LeadState): Call
  told(actor: Actor, before: LeadState, after: LeadState): Told[]
  /** Whether the row shows that it was done; null: it cannot. */
  shows?: (before: LeadState, row: LeadState | null) => boolean | null
}

const requests = ['PENDING', 'PENDING_APPROVED']
const open = ['NEW', 'ON_HOLD', ...requests]
const every = ['BLOCKED', ...open, 'CLOSED', 'DECLINED', 'CANCELLED', 'BOOKED']
const alterable = ['BLOCKED', ...open, 'BOOKED']

const acts: LeadAct[] = [
  move('put-on-hold', 6, ['NEW']),
  move('close', 5, open),
  move('reopen', 4, ['CLOSED', 'DECLINED']),
  move('mark-as-booked', 6, open),
  move('accept-booking-request', 5, ['PENDING']),
  move('decline-booking-request', 3, requests),
  move('cancel', 5, ['BOOKED', ...requests]),
  move('rebook', 4, ['CANCELLED']),
  update('extend-hold', 3, ['ON_HOLD'], (_actor, { uid }) => actOn(uid, 'extend-hold')),
  update('mark-quote-sent', 2, ['NEW'], (_actor, { uid }) => actOn(uid, 'mark-quote-sent')),
  {
    ...update('PATCH', 8, every, (actor, { uid }) => ({
      method: 'PATCH',
      path: `/api/v3.3/leads/${uid}`,
      body: { notes: newName(actor) },
    })),
    shows: (before, row) => row !== null && row.notes !== before.notes,
  },
  {
    ...update('adjustment', 5, [...open, 'BOOKED'], (actor, { uid }) => adjust(actor, uid)),
    told: (_actor, _before, lead) => [...ofUpdate(lead), leadTelling('ORDER_UPDATED', lead)],
  },
  {
    ...update('tags', 3, every, (actor, { uid }) => ({
      method: 'POST',
      path: '/api/v3.3/tags',
      body: { objectUid: uid, objectType: 'LEAD', tags: [newName(actor)] },
    })),
    told: (_actor, _before, lead) => [leadTelling('TAGS_UPDATED', lead)],
  },
  {
    name: 'alteration',
    weight: 10,
    from: alterable,
    call: (actor, lead) => actOn(lead.uid, 'alteration', anotherStay(actor, lead)),
    told: ({ field }, before, after) => ofAlteration(field.ground, before, after),
    shows: (before, row) =>
      row !== null && (row.checkIn !== before.checkIn || row.propertyUid !== before.propertyUid),
  },
  {
    name: 'DELETE',
    weight: 4,
    from: ['BLOCKED', 'CLOSED', 'PENDING', 'DECLINED', 'CANCELLED'],
    call: (_actor, { uid }) => ({ method: 'DELETE', path: `/api/v3.3/leads/${uid}` }),
    told: ({ field }, before) => ofDeletion(field.ground, before),
    shows: (_before, row) => row === null,
  },
]

/** Whose stays last so long, in slots that stay free for it to move by a night. */
const [stayNights, slotNights] = [2, 6]
const firstOwnNight = 60
const contestedNights = 2
const contestedShare = 0.2
const allowedShare = 0.85

function move(name: string, weight: number, from: readonly string[]): LeadAct {
  return {
    name,
    weight,
    from,
    call: (_actor, { uid }) => actOn(uid, name),
    told: ({ field }, before, after) => ofMove(field.ground, before, after),
    shows: (before, row) => row !== null && row.status !== before.status,
  }
}

function update(
  name: string,
  weight: number,
  from: readonly string[],
  call: LeadAct['call'],
): LeadAct {
  return { name, weight, from, call, told: (_actor, _before, after) => ofUpdate(after) }
}

function adjust(actor: Actor, leadUid: string): Call {
  const body = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 5 }
  const orderUid = actor.orders.get(leadUid)
  return {
    method: 'POST',
    path: `/api/v3.3/orders/${orderUid}/order-adjustments`,
    body: { ...body, externalId: newName(actor) },
  }
}

/** The next or the former night, or another stand-alone property. */
function anotherStay({ field, propertyUids }: Actor, lead: LeadState): object {
  const { standAlone } = field.ground
  const others = propertyUids.filter(uid => standAlone.includes(uid) && uid !== lead.propertyUid)
  if (others.length > 0 && standAlone.includes(lead.propertyUid) && field.chance.is(0.4)) {
    return { propertyUid: field.chance.pick(others) }
  }
  const slot = Temporal.PlainDate.from(dateOf(0)).until(lead.checkIn).days - firstOwnNight
  const days = slot % slotNights === 0 ? 1 : -1
  const moved = (date: string) => Temporal.PlainDate.from(date).add({ days }).toString()
  return { checkInLocalDate: moved(lead.checkIn), checkOutLocalDate: moved(lead.checkOut) }
}

/** Tries one act on one of the actor's leads. */
export async function actOnLead(actor: Actor): Promise<void> {
  const { chance, ask, deeds, ground } = actor.field
  const before = chance.pick(actor.leads)
  const isAllowed = chance.is(allowedShare)
  const usual = acts.filter(({ from }) => from.includes(before.status) === isAllowed)
  const act = chance.weighted(usual.map(each => [each, each.weight] as const))
  if (act.name === 'adjustment') {
    const orderUid = await orderOf(ask, ground.agencyUid, before.uid)
    if (orderUid === null) return
    actor.orders.set(before.uid, orderUid)
  }
  const { outcome, answer } = await deeds.perform(ground.agencyUid, actor.client, {
    name: act.name,
    call: perhapsKeyed(actor, act.call(actor, before)),
    told: ({ body }) => act.told(actor, before, body?.lead ? stateOf(body.lead) : before),
    look: async asked => {
      const row = await findLead(asked, ground.agencyUid, `uid = $2`, before.uid)
      const isDone = act.shows ? act.shows(before, row) : null
      return { isDone, told: act.told(actor, before, row ?? before) }
    },
  })
  if (outcome === 'refused') return
  actor.leads.splice(actor.leads.indexOf(before), 1)
  if (outcome === 'unknown' || act.name === 'DELETE') return
  actor.leads.push(answer.body?.lead ? stateOf(answer.body.lead) : before)
}

/** Makes a lead, mostly on nights of its own. */
export async function createLead(actor: Actor): Promise<void> {
  const { field, propertyUids } = actor
  const { chance, deeds, ground } = field
  const tag = newName(actor)
  const own = firstOwnNight + slotNights * field.made
  const night = chance.is(contestedShare) ? chance.whole(0, contestedNights) : own
  const status = chance.pick(['NEW', 'ON_HOLD', 'PENDING', 'BOOKED', 'BLOCKED'])
  const { outcome, answer } = await deeds.perform(ground.agencyUid, actor.client, {
    name: `create ${status}`,
    call: perhapsKeyed(actor, {
      method: 'POST',
      path: '/api/v3.3/leads',
      body: {
        agencyUid: ground.agencyUid,
        propertyUid: chance.pick(propertyUids),
        status,
        checkInLocalDate: dateOf(night),
        checkOutLocalDate: dateOf(night + stayNights),
        externalBookingId: tag,
        ...(status === 'BLOCKED' ? {} : { guestInformation: { firstName: 'Ada', adultCount: 2 } }),
      },
    }),
    told: ({ body }: Outcome) => ofCreation(ground, stateOf(body!.lead!)),
    look: async ask => {
      const row = await findLead(ask, ground.agencyUid, 'external_booking_id = $2', tag)
      return { isDone: row !== null, told: row === null ? [] : ofCreation(ground, row) }
    },
  })
  const isMovable = night === own
  if (outcome === 'done' && isMovable) actor.leads.push(stateOf(answer.body!.lead!))
}

function stateOf(lead: LeadBody): LeadState {
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

/** A lead that is not deleted, as the database has it. */
async function findLead(
  ask: Ask,
  agencyUid: string,
  condition: string,
  value: string,
): Promise<LeadState | null> {
  const [row] = await ask(
    `select uid, status, property_uid as "propertyUid", unit_uid as "unitUid", notes,
       check_in_local::date::text as "checkIn", check_out_local::date::text as "checkOut"
     from leads where agency_uid = $1 and ${condition} and deleted_at is null`,
    [agencyUid, value],
  )
  return (row as unknown as LeadState | undefined) ?? null
}

async function orderOf(ask: Ask, agencyUid: string, leadUid: string): Promise<string | null> {
  const sql = 'select uid from orders where agency_uid = $1 and lead_uid = $2'
  const [row] = await ask(sql, [agencyUid, leadUid])
  return row ? String(row.uid) : null
}
