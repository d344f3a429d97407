/** Objects and their `updatedSince` agree over a month of commands: contract/general.md §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareSnapshots, readSnapshot } from '../deltas/compare-deltas.ts'
import { type FullCase, makeFullCase } from '../deltas/full-case.ts'
import { makeService } from '../fixtures/jobs.ts'
import { makeProperty } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ SANDBOX: 'true' })

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
const patchProperty =
  (body: object): Command =>
  ({ made, propertyUid }) =>
    made('PATCH', `/properties/${propertyUid}`, body)
const patchAgency =
  (body: object): Command =>
  ({ made, agencyUid }) =>
    made('PATCH', `/agencies/${agencyUid}`, body)

/** Commands of a month of one booking, in addition to the list of writes, in order. */
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
  'other dates': alter('alteration', { checkOutLocalDate: '2026-08-09' }),
  'other guests': alter('alteration', { adultCount: 2 }),
  'an agreed price': alter('alteration', { quoteOverrides: { rent: { rentNetPrice: 50 } } }),
  'a form': alter('mark-paf-completed'),
  'a time zone': patchProperty({ timeZone: 'Asia/Tokyo' }),
  'a cancellation': alter('cancel', { reason: 'Ill' }),
  'a booking again': alter('rebook'),
  'a change of the property': patchProperty({ name: 'Elm', availability: { turnOverDays: 1 } }),
  'rooms of the property': patchProperty({ beds: 3, bathrooms: '2' }),
  'a sub of the property': async ({ made, propertyUid, agencyUid }) =>
    made('PATCH', `/properties/${await makeProperty(server, agencyUid)}`, {
      parentUid: propertyUid,
    }),
  'a unit of the type': ({ made, typeUid }) =>
    made('POST', '/multi-units/units', { unitTypeUid: typeUid, name: 'Loft' }),
  'the currency of the agency': patchAgency({ currencyCode: 'EUR' }),
  'the name of the agency': patchAgency({ name: 'Other', website: 'https://other.example' }),
  'the country of the agency': patchAgency({ countryCode: 'CH', rentalCondition: 'None' }),
  'another property': ({ made, lead, house }) =>
    made('POST', `/leads/${lead}/alteration`, { propertyUid: house, recalculate: true }),
}

describe('the changes of objects in a month of commands', () => {
  it('is in the delta of every list', async () => {
    const it = await makeFullCase(server)
    const missed: string[] = []
    let before = await readSnapshot([it], true)
    for (const [command, run] of Object.entries(commands)) {
      server.clock.advance(60_000)
      const since = server.clock.now().toISOString().slice(0, 19)
      await run(it)
      const after = await readSnapshot([it], true)
      const effect = await compareSnapshots([it], before, after, since)
      missed.push(...effect.missed.map(text => `${command}: ${text}`))
      before = after
    }
    assert.deepEqual(missed, [])
  })
})
