import type { TestResponse, TestServer } from '../support/server.ts'
import { type CallerName, type ModelFixture, type PropertyName, renewTokens } from './fixture.ts'
import type { Action } from './transitions.ts'

/** Dates and counts of a request. Nights are counted from the first night of the model. */
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

export type Command =
  | Creation
  | Alteration
  | TransitionCommand
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

/** Action on a lead whose body contains neither dates nor counts. */
export interface TransitionCommand {
  do: Exclude<Action, Alteration['do']>
  by: CallerName
  lead: string
  hours?: number
  reason?: string
  cancelledBy?: string
}

const firstNight = Temporal.PlainDate.from('2027-06-10')

export function nightDate(night: number): string {
  return firstNight.add({ days: night }).toString()
}

/** Sends a command; returns null for a pause and a price change, which are not requests. */
export async function sendCommand(
  server: TestServer,
  fixture: ModelFixture,
  command: Command,
): Promise<TestResponse | null> {
  const { agencyUid, keys } = fixture
  if (command.do === 'wait') {
    server.clock.advance(command.hours * 3_600_000)
    await renewTokens(server, fixture)
    return null
  }
  if (command.do === 'reprice') {
    await reprice(server, fixture, command)
    return null
  }
  if (command.do === 'ask for confirmation') {
    const path = `/api/v3.3/agencies/${agencyUid}/settings`
    const body = { requestNeedsConfirmation: command.needed }
    return sendRequest(server, keys.agency, path, 'PATCH', body)
  }
  if (command.do === 'adjust') return adjust(server, fixture, command)
  const [method, path, body] = toRequest(fixture, command)
  return sendRequest(server, keys[command.by], path, method, body)
}

/** Sends a request without compression, which tests do not need. */
export async function sendRequest(
  server: TestServer,
  key: string,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<TestResponse> {
  return server.request(method, path, { key, body, headers: { 'accept-encoding': 'identity' } })
}

type CallerCommand = Extract<Command, { by: CallerName }>

function toRequest(
  fixture: ModelFixture,
  command: CallerCommand,
): [method: string, path: string, body?: unknown] {
  if (command.do === 'create') return ['POST', '/api/v3.3/leads', creationBody(fixture, command)]
  const path = `/api/v3.3/leads/${command.lead}`
  if (command.do === 'DELETE') return ['DELETE', path]
  if (command.do === 'PATCH') {
    const { notes, externalBookingId } = command
    return ['PATCH', path, { notes, externalBookingId }]
  }
  if (command.do === 'alteration' || command.do === 'rebook') {
    return ['POST', `${path}/${command.do}`, toWireFields(fixture, command)]
  }
  const { hours, reason, cancelledBy } = command
  return ['POST', `${path}/${command.do}`, { hours, reason, cancelledBy }]
}

function creationBody(fixture: ModelFixture, command: Creation) {
  const { adultCount, childrenCount, petCount, infantCount, ...fields } = toWireFields(
    fixture,
    command,
  )
  const guestInformation = { firstName: 'Ada', adultCount, childrenCount, petCount, infantCount }
  const { agencyUid } = fixture
  const { status, source, notes } = command
  return { agencyUid, status, source, notes, guestInformation, ...fields }
}

function toWireFields(fixture: ModelFixture, { a, b, property, rent, ...rest }: Changes) {
  return {
    checkInLocalDate: a === undefined ? undefined : nightDate(a),
    checkOutLocalDate: b === undefined ? undefined : nightDate(b),
    propertyUid: property && fixture.properties[property].uid,
    unitUid: rest.unit,
    adultCount: rest.adults,
    childrenCount: rest.children,
    petCount: rest.pets,
    infantCount: rest.infants,
    quoteOverrides: toQuoteOverrides(rent),
  }
}

function toQuoteOverrides(rent: number | null | undefined) {
  if (rent === undefined) return undefined
  return rent === null ? {} : { rent: { rentNetPrice: rent } }
}

async function reprice(
  { database }: TestServer,
  { agencyUid, properties }: ModelFixture,
  { property, dailyRate }: Extract<Command, { do: 'reprice' }>,
): Promise<void> {
  await database.kysely
    .updateTable('properties')
    .set({ daily_rate: `${dailyRate}` })
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', properties[property].uid)
    .execute()
}

async function adjust(
  server: TestServer,
  { keys }: ModelFixture,
  { lead, refund, amount }: Extract<Command, { do: 'adjust' }>,
): Promise<TestResponse> {
  const key = keys.agency
  const { body } = await sendRequest(server, key, `/api/v3.3/orders?leadUid=${lead}`)
  const transactionType = refund ? 'REFUND' : 'CHARGE'
  const path = `/api/v3.3/orders/${body.orders[0].uid}/order-adjustments`
  const adjustment = { transactionType, adjustmentType: 'FEE', amount }
  return sendRequest(server, key, path, 'POST', adjustment)
}
