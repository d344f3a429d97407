/** What the callers of a walk do, and how it is asked over HTTP. */
import type { Answer, TestServer } from '../support/server.ts'
import type { Action } from './transitions.ts'
import { type CallerName, type PropertyName, renewTokens, type World } from './world.ts'

/** Dates and counts that a request names. Nights are counted from the first of the walk. */
export interface Changes {
  a?: number
  b?: number
  property?: PropertyName
  unit?: string | undefined
  adults?: number
  children?: number
  pets?: number
  infants?: number
  /** Override of the rent; null removes it. */
  rent?: number | null | undefined
}

export type Act =
  | Creation
  | Alteration
  | Move
  | {
      do: 'PATCH'
      by: CallerName
      lead: string
      notes?: string | null
      externalBookingId?: string | null
    }
  | { do: 'DELETE'; by: CallerName; lead: string }
  | { do: 'adjust'; lead: string; refund: boolean; amount: number }
  | { do: 'wait'; hours: number }
  | { do: 'reprice'; property: PropertyName; dailyRate: number }
  | { do: 'ask for confirmation'; needed: boolean }

export interface Creation extends Changes {
  do: 'create'
  by: CallerName
  status: string
  property: PropertyName
  a: number
  b: number
  source?: string
  notes?: string
}

interface Altering<Do extends Action> extends Changes {
  do: Do
  by: CallerName
  lead: string
}

export type Alteration = Altering<'alteration'> | Altering<'rebook'>

/** An action whose body names neither dates nor counts. */
export interface Move {
  do: Exclude<Action, Alteration['do']>
  by: CallerName
  lead: string
  hours?: number
  reason?: string
  cancelledBy?: string
}

const first = Temporal.PlainDate.from('2027-06-10')

/** The date of a night of the walk. */
export function dateOf(night: number): string {
  return first.add({ days: night }).toString()
}

/** Does an act; waiting and new prices have no answer. */
export async function perform(server: TestServer, world: World, act: Act): Promise<Answer | null> {
  const { agencyUid, keys } = world
  if (act.do === 'wait') {
    server.clock.advance(act.hours * 3_600_000)
    await renewTokens(server, world)
    return null
  }
  if (act.do === 'reprice') {
    await reprice(server, world, act)
    return null
  }
  if (act.do === 'ask for confirmation') {
    const path = `/api/v3.3/agencies/${agencyUid}/settings`
    const body = { requestNeedsConfirmation: act.needed }
    return ask(server, keys.agency, path, 'PATCH', body)
  }
  if (act.do === 'adjust') return adjust(server, world, act)
  const [method, path, body] = requestOf(world, act)
  return ask(server, keys[act.by], path, method, body)
}

/** A request whose answer is not worth the time that packing it takes. */
export async function ask(
  server: TestServer,
  key: string,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<Answer> {
  return server.request(method, path, { key, body, headers: { 'accept-encoding': 'identity' } })
}

type LeadAct = Extract<Act, { by: CallerName }>

function requestOf(world: World, act: LeadAct): [method: string, path: string, body?: unknown] {
  if (act.do === 'create') return ['POST', '/api/v3.3/leads', bodyOfCreation(world, act)]
  const path = `/api/v3.3/leads/${act.lead}`
  if (act.do === 'DELETE') return ['DELETE', path]
  if (act.do === 'PATCH') {
    const { notes, externalBookingId } = act
    return ['PATCH', path, { notes, externalBookingId }]
  }
  if (act.do === 'alteration' || act.do === 'rebook') {
    return ['POST', `${path}/${act.do}`, fieldsOf(world, act)]
  }
  const { hours, reason, cancelledBy } = act
  return ['POST', `${path}/${act.do}`, { hours, reason, cancelledBy }]
}

function bodyOfCreation(world: World, act: Creation) {
  const { adultCount, childrenCount, petCount, infantCount, ...fields } = fieldsOf(world, act)
  const guestInformation = { firstName: 'Ada', adultCount, childrenCount, petCount, infantCount }
  const { agencyUid } = world
  const { status, source, notes } = act
  return { agencyUid, status, source, notes, guestInformation, ...fields }
}

function fieldsOf(world: World, { a, b, property, rent, ...rest }: Changes) {
  return {
    checkInLocalDate: a === undefined ? undefined : dateOf(a),
    checkOutLocalDate: b === undefined ? undefined : dateOf(b),
    propertyUid: property && world.properties[property].uid,
    unitUid: rest.unit,
    adultCount: rest.adults,
    childrenCount: rest.children,
    petCount: rest.pets,
    infantCount: rest.infants,
    quoteOverrides: overridesOf(rent),
  }
}

function overridesOf(rent: number | null | undefined) {
  if (rent === undefined) return undefined
  return rent === null ? {} : { rent: { rentNetPrice: rent } }
}

async function reprice(
  { database }: TestServer,
  { agencyUid, properties }: World,
  { property, dailyRate }: Extract<Act, { do: 'reprice' }>,
): Promise<void> {
  await database.kysely
    .updateTable('properties')
    .set({ daily_rate: `${dailyRate}` })
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', properties[property].uid)
    .execute()
}

/** Charges or refunds something on the lead's order. */
async function adjust(
  server: TestServer,
  { keys }: World,
  { lead, refund, amount }: Extract<Act, { do: 'adjust' }>,
): Promise<Answer> {
  const key = keys.agency
  const { body } = await ask(server, key, `/api/v3.3/orders?leadUid=${lead}`)
  const transactionType = refund ? 'REFUND' : 'CHARGE'
  const path = `/api/v3.3/orders/${body.orders[0].uid}/order-adjustments`
  const adjustment = { transactionType, adjustmentType: 'FEE', amount }
  return ask(server, key, path, 'POST', adjustment)
}
