/**
 * The operations on leads, as a table: weight, statuses from which the operation usually succeeds,
 * statuses to which it leads, and its request.
 */
import type { Chance } from '../demo/chance.ts'
import type { Call } from './shared/client.ts'
import { dateOf, type Fixture, nights } from './shared/fixture.ts'

export interface ObservedLead {
  uid: string
  status: string
  propertyUid: string
  unitUid: string | null
  checkIn: string
  checkOut: string
}

interface Step {
  name: string
  /** Relative frequency. */
  weight: number
  /** Statuses in which a success may leave the lead; DELETED: there is none. */
  to: readonly string[]
}

/** An operation on an existing lead. */
export interface Action extends Step {
  /** Statuses in which it is usually allowed. */
  from: readonly string[]
  call(chance: Chance, fixture: Fixture, lead: ObservedLead): Call
}

/** An operation that creates a lead; `tag` becomes its `externalBookingId`, which identifies it. */
export interface Creation extends Step {
  from: null
  call(chance: Chance, fixture: Fixture, tag: string): Call
}

export const timed = ['ON_HOLD', 'PENDING', 'PENDING_APPROVED']
const open = ['NEW', ...timed]
const closed = ['CLOSED', 'IGNORED', 'DUPLICATE']
const alterable = ['BLOCKED', 'NEW', ...timed, 'BOOKED']
const deletable = ['BLOCKED', ...closed, 'PENDING', 'DECLINED', 'CANCELLED']
const anyStatus = [...new Set([...alterable, ...deletable])]

export const creations: Creation[] = [
  creation('BOOKED', 14),
  creation('ON_HOLD', 9),
  creation('PENDING', 8),
  creation('BLOCKED', 7),
  creation('NEW', 8),
  groupBooking('group at a hotel', 3, (chance, { unitType, hotelUid }) => {
    const subs = Array.from({ length: chance.integer(1, 2) }, () => ({ propertyUid: unitType }))
    return { hotelUid, propertyUid: unitType, subLeads: subs }
  }),
  groupBooking('group of a master', 3, (chance, { master, subs }) => {
    return { propertyUid: master, subLeads: [{ propertyUid: chance.pick(subs) }] }
  }),
  groupBooking('group of properties', 3, (chance, { standAlone, subs }) => {
    const [main, ...candidates] = chance.is(0.5) ? standAlone : [...subs, ...standAlone]
    return { propertyUid: main, subLeads: [{ propertyUid: chance.pick(candidates) }] }
  }),
]

export const actions: Action[] = [
  action('put-on-hold', 6, ['NEW'], ['ON_HOLD']),
  action('extend-hold', 2, ['ON_HOLD'], ['ON_HOLD']),
  action('mark-quote-sent', 1, ['NEW', 'ON_HOLD'], ['NEW', 'ON_HOLD']),
  action('close', 5, open, closed, chance =>
    chance.is(0.5) ? {} : { reason: chance.pick(closed) },
  ),
  action('reopen', 4, [...closed, 'DECLINED'], ['NEW']),
  action('mark-as-booked', 7, open, ['BOOKED']),
  action('accept-booking-request', 4, ['PENDING'], ['PENDING_APPROVED', 'BOOKED']),
  action('decline-booking-request', 2, ['PENDING', 'PENDING_APPROVED'], ['DECLINED']),
  action('cancel', 9, ['BOOKED', 'PENDING', 'PENDING_APPROVED'], ['CANCELLED', 'CLOSED']),
  action('rebook', 6, ['CANCELLED'], ['BOOKED'], (chance, fixture, lead) =>
    chance.is(0.5) ? {} : changedNights(chance, fixture, lead),
  ),
  action('alteration', 14, alterable, alterable, changedStay),
  action('mark-paf-completed', 1, ['NEW', ...timed, 'BOOKED'], ['NEW', ...timed, 'BOOKED']),
  {
    name: 'PATCH',
    weight: 2,
    from: anyStatus,
    to: anyStatus,
    call: (chance, _fixture, { uid }) => ({
      method: 'PATCH',
      path: `/api/v3.3/leads/${uid}`,
      body: { notes: `Note ${chance.integer(1, 99)}` },
    }),
  },
  {
    name: 'DELETE',
    weight: 7,
    from: deletable,
    to: ['DELETED'],
    call: (_chance, _fixture, { uid }) => ({ method: 'DELETE', path: `/api/v3.3/leads/${uid}` }),
  },
]

type Body = (chance: Chance, fixture: Fixture, lead: ObservedLead) => object

function creation(status: string, weight: number): Creation {
  return {
    name: `create ${status}`,
    weight,
    from: null,
    to: [status],
    call: (chance, fixture, tag) => createLead(fixture, tag, status, randomStay(chance, fixture)),
  }
}

function action(
  name: string,
  weight: number,
  from: readonly string[],
  to: readonly string[],
  body: Body = () => ({}),
): Action {
  return {
    name,
    weight,
    from,
    to,
    call: (chance, fixture, lead) => actionCall(lead.uid, name, body(chance, fixture, lead)),
  }
}

/** Returns a creation of a group, whose leads are created all or none. */
function groupBooking(
  name: string,
  weight: number,
  members: (chance: Chance, fixture: Fixture) => object,
): Creation {
  const statuses = ['NEW', 'ON_HOLD', 'BOOKED', 'BLOCKED']
  const call = (chance: Chance, fixture: Fixture, tag: string): Call => {
    const { checkInLocalDate, checkOutLocalDate } = randomStay(chance, fixture)
    const single = createLead(fixture, tag, chance.pick(statuses), {
      checkInLocalDate,
      checkOutLocalDate,
    })
    const body = { ...(single.body as object), ...members(chance, fixture) }
    return { ...single, path: '/api/v3.3/leads/group-booking', body }
  }
  return { name, weight, from: null, to: statuses, call }
}

/** Property and dates of a stay in a request body. */
export interface RequestedStay {
  propertyUid: string
  unitUid?: string | undefined
  checkInLocalDate: string
  checkOutLocalDate: string
}

export function createLead(
  fixture: Fixture,
  tag: string,
  status: string,
  stay: Partial<RequestedStay>,
): Call {
  const guestInformation = { firstName: 'Ada', adultCount: 2 }
  const body = { agencyUid: fixture.agencyUid, status, ...stay, externalBookingId: tag }
  return {
    method: 'POST',
    path: '/api/v3.3/leads',
    body: status === 'BLOCKED' ? body : { ...body, guestInformation },
  }
}

export function actionCall(leadUid: string, name: string, body: object = {}): Call {
  return { method: 'POST', path: `/api/v3.3/leads/${leadUid}/${name}`, body }
}

/** Returns one to four contested nights; of the unit type sometimes with a unit. */
function randomStay(chance: Chance, fixture: Fixture): RequestedStay {
  const { standAlone, master, subs, unitType, unitUids } = fixture
  const weighted = [...standAlone, ...subs].map(uid => [uid, 2] as const)
  const propertyUid = chance.weighted([...weighted, [master, 2], [unitType, 5]])
  const first = chance.integer(0, nights - 4)
  const hasUnit = propertyUid === unitType && chance.is(0.4)
  return {
    propertyUid,
    ...(hasUnit ? { unitUid: chance.pick(unitUids) } : {}),
    checkInLocalDate: dateOf(first),
    checkOutLocalDate: dateOf(first + chance.integer(1, 4)),
  }
}

/** Returns an alteration to another property, to other nights, or to both. */
function changedStay(chance: Chance, fixture: Fixture, lead: ObservedLead): object {
  if (chance.is(0.5)) return changedNights(chance, fixture, lead)
  const { checkInLocalDate, checkOutLocalDate, ...property } = randomStay(chance, fixture)
  return chance.is(0.5) ? property : { ...property, checkInLocalDate, checkOutLocalDate }
}

/** Returns an alteration to other dates, another unit, or both. */
function changedNights(chance: Chance, fixture: Fixture, { propertyUid }: ObservedLead): object {
  const { checkInLocalDate, checkOutLocalDate } = randomStay(chance, fixture)
  const dates = { checkInLocalDate, checkOutLocalDate }
  const unit = { unitUid: chance.pick(fixture.unitUids) }
  if (propertyUid !== fixture.unitType || chance.is(0.5)) return dates
  return chance.is(0.5) ? unit : { ...unit, ...dates }
}
