/** Objects and their `updatedSince` agree: contract/general.md §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeService } from '../fixtures/jobs.ts'
import { makeProperty } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'
import { writes } from '../writes/all.ts'
import { type Case, makeCase, perform, type Write } from '../writes/write.ts'

const server = await startServer({ SANDBOX: 'true' })

/** An agency with an object of every list, beside those that a write makes. */
async function makeFullCase() {
  const it = await makeCase(server)
  const { agencyUid, propertyUid, made } = it
  const house = await makeProperty(server, agencyUid, { daily_rate: '100' })
  const stay = { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-08' }
  const guestInformation = { firstName: 'Ada', email: `a${house}@mail.example`, adultCount: 1 }
  const body = { agencyUid, propertyUid: house, status: 'BOOKED', ...stay, guestInformation }
  const lead = (await made('POST', '/leads', body)).lead.uid as string
  const order = await it.orderOf(lead)
  const said = { propertyUid, leadUid: null, author: 'Sam', content: 'Lovely.', rating: 5 }
  const review = (await made('POST', '/reviews', said)).review.uid as string
  return { ...it, house, lead, order, review }
}

type FullCase = Awaited<ReturnType<typeof makeFullCase>>

/** The lists with that filter, and the path of one object. */
const lists: Record<string, (it: Case) => { list: string; one: string | null }> = {
  leads: ({ agencyUid }) => ({ list: `/leads?agencyUid=${agencyUid}`, one: '/leads' }),
  orders: () => ({ list: '/orders?', one: '/orders' }),
  guests: ({ agencyUid }) => ({ list: `/guests?agencyUid=${agencyUid}`, one: null }),
  reviews: ({ agencyUid }) => ({ list: `/reviews?agencyUid=${agencyUid}`, one: null }),
  properties: ({ agencyUid }) => ({
    list: `/properties?agencyUid=${agencyUid}`,
    one: '/properties',
  }),
  multiUnitProperties: ({ agencyUid }) => ({
    list: `/multi-units/multi-unit-properties?agencyUid=${agencyUid}`,
    one: '/multi-units/multi-unit-properties',
  }),
  unitTypes: ({ hotelUid }) => ({
    list: `/multi-units/unit-types?hotelUid=${hotelUid}`,
    one: '/multi-units/unit-types',
  }),
}

const isOfTime = (key: string) => /^updated|modified|^_/i.test(key)

/** Returns the body of a response without its times of change. */
const shownOf = (answer: object) =>
  JSON.stringify(answer, (key, value) => (isOfTime(key) ? undefined : value))

/** Every object of every list, as a list and, if `alone`, as its own path shows it. */
async function lookAround(it: Case, alone: boolean): Promise<Map<string, string>> {
  const shown = new Map<string, string>()
  for (const [name, pathsOf] of Object.entries(lists)) {
    const { list, one } = pathsOf(it)
    const all = await it.made('GET', `${list}&updatedSince=2020-01-01&_limit=100`)
    for (const object of all[name]) {
      const own = one === null || !alone ? {} : await it.made('GET', `${one}/${object.uid}`)
      shown.set(`${name} ${object.uid}`, shownOf(object) + shownOf(own))
    }
  }
  return shown
}

/** Does something a minute later, and gives the objects that it changed and no delta has. */
async function missedBy(
  it: Case,
  run: () => Promise<unknown>,
  { alone = false, changed = new Set<string>() },
) {
  const before = await lookAround(it, alone)
  server.clock.advance(60_000)
  const since = server.clock.now().toISOString().slice(0, 19)
  await run()
  const after = await lookAround(it, alone)
  const missed: string[] = []
  for (const [name, pathsOf] of Object.entries(lists)) {
    const delta = await it.made('GET', `${pathsOf(it).list}&updatedSince=${since}&_limit=100`)
    const told = new Set([
      ...delta[name].map(({ uid }: { uid: string }) => `${name} ${uid}`),
      ...(delta._metadata.deletedUids ?? []).map((uid: string) => `${name} ${uid}`),
    ])
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      if (!key.startsWith(`${name} `) || before.get(key) === after.get(key)) continue
      changed.add(name)
      if (!told.has(key)) missed.push(`${name}: ${before.get(key)} => ${after.get(key)}`)
    }
  }
  return missed
}

const everyChanged = (changed: Set<string>) =>
  assert.deepEqual([...changed].sort(), Object.keys(lists).sort(), 'all were changed')

describe('what a write changes of what objects show', () => {
  const kinds = [
    ['/api/v3.3', writes.v3],
    ['/v2', writes.v2],
  ] as const
  const changed = new Set<string>()

  for (const [prefix, all] of kinds) {
    it(`is in the delta of every list after each write at ${prefix}`, async () => {
      const missed: string[] = []
      for (const [route, writeOf] of Object.entries(all)) {
        const it = await makeFullCase()
        const write: Write = await writeOf(it)
        const found = await missedBy(it, () => perform(it, prefix, route, write), { changed })
        missed.push(...found.map(text => `${route}: ${text}`))
      }
      assert.deepEqual(missed, [])
    })
  }

  it('is so of every list', () => everyChanged(changed))
})

type Command = (it: FullCase) => Promise<unknown>

const pay =
  (body: object): Command =>
  ({ made, order }) =>
    made('POST', '/transactions', { orderUid: order, status: 'SUCCESS', ...body })
const alter =
  (action: string, body: object = {}): Command =>
  ({ made, lead }) =>
    made('POST', `/leads/${lead}/${action}`, body)
const patch =
  (body: object): Command =>
  ({ made, lead }) =>
    made('PATCH', `/leads/${lead}`, body)
const ofHouse =
  (body: object): Command =>
  ({ made, house }) =>
    made('PATCH', `/properties/${house}`, body)
const ofAgency =
  (body: object): Command =>
  ({ made, agencyUid }) =>
    made('PATCH', `/agencies/${agencyUid}`, body)

/** A month of one booking, beyond what the list of writes does: one after the other. */
const commands: Record<string, Command> = {
  'a payment': pay({ type: 'SALE', amount: 100 }),
  'a refund': pay({ type: 'REFUND', amount: 20 }),
  'an adjustment': ({ made, order }) =>
    made('POST', `/orders/${order}/order-adjustments`, {
      ...{ transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 12 },
    }),
  'a service': async ({ made, order, agencyUid }) => {
    const serviceUid = await makeService(server, agencyUid, { catered_to: 'BOTH' })
    return made('POST', `/orders/${order}/order-services`, { serviceUid })
  },
  'a full payment': pay({ type: 'SALE', fullPayment: true }),
  'a reference': patch({ externalBookingId: 'HM1' }),
  'a name': patch({ guestInformation: { lastName: 'Byron', city: 'Bend' } }),
  'another address': patch({ guestInformation: { phoneNumber: '+1 303 555 0100' } }),
  'another e-mail address': patch({ guestInformation: { email: 'byron@mail.example' } }),
  'other dates': alter('alteration', { checkOutLocalDate: '2026-07-09' }),
  'other guests': alter('alteration', { adultCount: 2 }),
  'an agreed price': alter('alteration', { quoteOverrides: { rent: { rentNetPrice: 50 } } }),
  'a form': alter('mark-paf-completed'),
  'a time zone': ofHouse({ timeZone: 'Asia/Tokyo' }),
  'a cancellation': alter('cancel', { reason: 'Ill' }),
  'a booking again': alter('rebook'),
  'a change of the house': ofHouse({ name: 'Elm', availability: { turnOverDays: 1 } }),
  'rooms of the house': ofHouse({ beds: 3, bathrooms: '2' }),
  'a sub of the house': async ({ made, house, agencyUid }) =>
    made('PATCH', `/properties/${await makeProperty(server, agencyUid)}`, { parentUid: house }),
  'a unit of the type': ({ made, typeUid }) =>
    made('POST', '/multi-units/units', { unitTypeUid: typeUid, name: 'Loft' }),
  'the currency of the agency': ofAgency({ currencyCode: 'EUR' }),
  'the name of the agency': ofAgency({ name: 'Other', website: 'https://other.example' }),
  'the country of the agency': ofAgency({ countryCode: 'CH', rentalCondition: 'None' }),
  'another house': ({ made, lead, propertyUid }) =>
    made('POST', `/leads/${lead}/alteration`, { propertyUid, recalculate: true }),
}

describe('what a month of commands changes of what objects show', () => {
  it('is in the delta of every list', async () => {
    const it = await makeFullCase()
    const missed: string[] = []
    for (const [command, run] of Object.entries(commands)) {
      const found = await missedBy(it, () => run(it), { alone: true })
      missed.push(...found.map(text => `${command}: ${text}`))
    }
    assert.deepEqual(missed, [])
  })
})
