/**
 * What the proof does to leads. A further act is a further row: how often it is tried, from which
 * statuses it usually succeeds, which it may leave, and the call that asks for it.
 */
import type { Chance } from '../demo/chance.ts'
import type { Call } from './shared/client.ts'
import { dateOf, type Ground, nights } from './shared/ground.ts'

/** A lead as an answer has shown it. */
export interface SeenLead {
  uid: string
  status: string
  propertyUid: string
  unitUid: string | null
  checkIn: string
  checkOut: string
}

interface Step {
  name: string
  /** How often it is tried, against the others. */
  weight: number
  /** Statuses in which a success may leave the lead; GONE: deleted. */
  leaves: readonly string[]
}

/** Something that is done to a lead. */
export interface Act extends Step {
  /** Statuses from which it is usually allowed. */
  from: readonly string[]
  call(chance: Chance, ground: Ground, lead: SeenLead): Call
}

/** Makes a lead; `tag` becomes its `externalBookingId`, by which it is found again. */
export interface Creation extends Step {
  from: null
  call(chance: Chance, ground: Ground, tag: string): Call
}

/** Statuses whose timer may run. */
export const timed = ['ON_HOLD', 'PENDING', 'PENDING_APPROVED']
const open = ['NEW', ...timed]
const closed = ['CLOSED', 'IGNORED', 'DUPLICATE']
const alterable = ['BLOCKED', 'NEW', ...timed, 'BOOKED']
const deletable = ['BLOCKED', ...closed, 'PENDING', 'DECLINED', 'CANCELLED']
const every = [...new Set([...alterable, ...deletable])]

export const creations: Creation[] = [
  creation('BOOKED', 14),
  creation('ON_HOLD', 9),
  creation('PENDING', 8),
  creation('BLOCKED', 7),
  creation('NEW', 8),
  groupBooking('group at a hotel', 3, (chance, { unitType, hotelUid }) => {
    const subs = Array.from({ length: chance.whole(1, 2) }, () => ({ propertyUid: unitType }))
    return { hotelUid, propertyUid: unitType, subLeads: subs }
  }),
  groupBooking('group of a master', 3, (chance, { master, subs }) => {
    return { propertyUid: master, subLeads: [{ propertyUid: chance.pick(subs) }] }
  }),
  groupBooking('group of houses', 3, (chance, { standAlone, subs }) => {
    const [main, ...others] = chance.is(0.5) ? standAlone : [...subs, ...standAlone]
    return { propertyUid: main, subLeads: [{ propertyUid: chance.pick(others) }] }
  }),
]

export const acts: Act[] = [
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
  action('rebook', 6, ['CANCELLED'], ['BOOKED'], (chance, ground, lead) =>
    chance.is(0.5) ? {} : otherNights(chance, ground, lead),
  ),
  action('alteration', 14, alterable, alterable, anotherStay),
  action('mark-paf-completed', 1, ['NEW', ...timed, 'BOOKED'], ['NEW', ...timed, 'BOOKED']),
  {
    name: 'PATCH',
    weight: 2,
    from: every,
    leaves: every,
    call: (chance, _ground, { uid }) => ({
      method: 'PATCH',
      path: `/api/v3.3/leads/${uid}`,
      body: { notes: `Note ${chance.whole(1, 99)}` },
    }),
  },
  {
    name: 'DELETE',
    weight: 7,
    from: deletable,
    leaves: ['GONE'],
    call: (_chance, _ground, { uid }) => ({ method: 'DELETE', path: `/api/v3.3/leads/${uid}` }),
  },
]

type Body = (chance: Chance, ground: Ground, lead: SeenLead) => object

function creation(status: string, weight: number): Creation {
  return {
    name: `create ${status}`,
    weight,
    from: null,
    leaves: [status],
    call: (chance, ground, tag) => createLead(ground, tag, status, somewhere(chance, ground)),
  }
}

function action(
  name: string,
  weight: number,
  from: readonly string[],
  leaves: readonly string[],
  body: Body = () => ({}),
): Act {
  return {
    name,
    weight,
    from,
    leaves,
    call: (chance, ground, lead) => actOn(lead.uid, name, body(chance, ground, lead)),
  }
}

/** Leads of one group, made all or none. */
function groupBooking(
  name: string,
  weight: number,
  members: (chance: Chance, ground: Ground) => object,
): Creation {
  const leaves = ['NEW', 'ON_HOLD', 'BOOKED', 'BLOCKED']
  const call = (chance: Chance, ground: Ground, tag: string): Call => {
    const { checkInLocalDate, checkOutLocalDate } = somewhere(chance, ground)
    const made = createLead(ground, tag, chance.pick(leaves), {
      checkInLocalDate,
      checkOutLocalDate,
    })
    const body = { ...(made.body as object), ...members(chance, ground) }
    return { ...made, path: '/api/v3.3/leads/group-booking', body }
  }
  return { name, weight, from: null, leaves, call }
}

/** A place and nights of a stay, as a body names them. */
export interface Place {
  propertyUid: string
  unitUid?: string | undefined
  checkInLocalDate: string
  checkOutLocalDate: string
}

export function createLead(
  ground: Ground,
  tag: string,
  status: string,
  place: Partial<Place>,
): Call {
  const guestInformation = { firstName: 'Ada', adultCount: 2 }
  const body = { agencyUid: ground.agencyUid, status, ...place, externalBookingId: tag }
  return {
    method: 'POST',
    path: '/api/v3.3/leads',
    body: status === 'BLOCKED' ? body : { ...body, guestInformation },
  }
}

export function actOn(leadUid: string, name: string, body: object = {}): Call {
  return { method: 'POST', path: `/api/v3.3/leads/${leadUid}/${name}`, body }
}

/** One to four of the nights; of the unit type sometimes a unit of one's own choice. */
function somewhere(chance: Chance, ground: Ground): Place {
  const { standAlone, master, subs, unitType, unitUids } = ground
  const chosen = [...standAlone, ...subs].map(uid => [uid, 2] as const)
  const propertyUid = chance.weighted([...chosen, [master, 2], [unitType, 5]])
  const first = chance.whole(0, nights - 4)
  const named = propertyUid === unitType && chance.is(0.4)
  return {
    propertyUid,
    ...(named ? { unitUid: chance.pick(unitUids) } : {}),
    checkInLocalDate: dateOf(first),
    checkOutLocalDate: dateOf(first + chance.whole(1, 4)),
  }
}

/** Another property or other nights. */
function anotherStay(chance: Chance, ground: Ground, lead: SeenLead): object {
  if (chance.is(0.5)) return otherNights(chance, ground, lead)
  const { checkInLocalDate, checkOutLocalDate, ...where } = somewhere(chance, ground)
  return chance.is(0.5) ? where : { ...where, checkInLocalDate, checkOutLocalDate }
}

/** Other dates, or another unit, or both. */
function otherNights(chance: Chance, ground: Ground, { propertyUid }: SeenLead): object {
  const { checkInLocalDate, checkOutLocalDate } = somewhere(chance, ground)
  const dates = { checkInLocalDate, checkOutLocalDate }
  const unit = { unitUid: chance.pick(ground.unitUids) }
  if (propertyUid !== ground.unitType || chance.is(0.5)) return dates
  return chance.is(0.5) ? unit : { ...unit, ...dates }
}
