/** Objects and their `updatedSince` agree over a month of commands: contract/general.md §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FullCase, makeFullCase } from '../deltas/full-case.ts'
import { effectOf, lookAround } from '../deltas/look.ts'
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
const ofHouse =
  (body: object): Command =>
  ({ made, propertyUid }) =>
    made('PATCH', `/properties/${propertyUid}`, body)
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
  'other dates': alter('alteration', { checkOutLocalDate: '2026-08-09' }),
  'other guests': alter('alteration', { adultCount: 2 }),
  'an agreed price': alter('alteration', { quoteOverrides: { rent: { rentNetPrice: 50 } } }),
  'a form': alter('mark-paf-completed'),
  'a time zone': ofHouse({ timeZone: 'Asia/Tokyo' }),
  'a cancellation': alter('cancel', { reason: 'Ill' }),
  'a booking again': alter('rebook'),
  'a change of the house': ofHouse({ name: 'Elm', availability: { turnOverDays: 1 } }),
  'rooms of the house': ofHouse({ beds: 3, bathrooms: '2' }),
  'a sub of the house': async ({ made, propertyUid, agencyUid }) =>
    made('PATCH', `/properties/${await makeProperty(server, agencyUid)}`, {
      parentUid: propertyUid,
    }),
  'a unit of the type': ({ made, typeUid }) =>
    made('POST', '/multi-units/units', { unitTypeUid: typeUid, name: 'Loft' }),
  'the currency of the agency': ofAgency({ currencyCode: 'EUR' }),
  'the name of the agency': ofAgency({ name: 'Other', website: 'https://other.example' }),
  'the country of the agency': ofAgency({ countryCode: 'CH', rentalCondition: 'None' }),
  'another house': ({ made, lead, house }) =>
    made('POST', `/leads/${lead}/alteration`, { propertyUid: house, recalculate: true }),
}

describe('what a month of commands changes of what objects show', () => {
  it('is in the delta of every list', async () => {
    const it = await makeFullCase(server)
    const missed: string[] = []
    let before = await lookAround([it], true)
    for (const [command, run] of Object.entries(commands)) {
      server.clock.advance(60_000)
      const since = server.clock.now().toISOString().slice(0, 19)
      await run(it)
      const after = await lookAround([it], true)
      const effect = await effectOf([it], before, after, since)
      missed.push(...effect.missed.map(text => `${command}: ${text}`))
      before = after
    }
    assert.deepEqual(missed, [])
  })
})
