/** Warnings, and prices that differ from the quote: contract/leads.md §5, §8.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeEmployee,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const call = (method: string, path: string, body?: unknown, by = { key }) =>
  server.request(method, `/api/v3.3${path}`, { ...by, ...(body === undefined ? {} : { body }) })
const createProperty = (columns: object = {}) =>
  makeProperty(server, agencyUid, { daily_rate: '100', ...columns })
const readWarning = ({ headers }: { headers: Headers }) => headers.get('x-lodgepole-warning')

/** Creates a booking in August, between two days with times. */
async function createBooking(propertyUid: string, from: string, to: string, more: object = {}) {
  const stay = { checkInLocalDateTime: `2026-08-${from}`, checkOutLocalDateTime: `2026-08-${to}` }
  const body = { agencyUid, propertyUid, status: 'BOOKED', guestInformation: {}, ...stay, ...more }
  const created = await call('POST', '/leads', body)
  assert.equal(created.status, 201, created.text)
  return { uid: created.body.lead.uid as string, warning: readWarning(created) }
}

describe('a late check-out over an early arrival of the same day', () => {
  it('causes a warning of bookings, alterations, and actions that occupy nights', async () => {
    const propertyUid = await createProperty()
    const first = await createBooking(propertyUid, '10T16:00', '14T15:00')
    assert.equal(first.warning, null)
    const early = await createBooking(propertyUid, '14T12:00', '16T11:00')
    const overlapWarning = (out: string, at: string) =>
      `TIMES_OVERLAP: lead ${first.uid} checks out at 2026-08-14T${out}, ` +
      `after lead ${early.uid} checks in at 2026-08-14T${at}`
    assert.equal(early.warning, overlapWarning('15:00', '12:00'))
    const alter = (uid: string, body: object) => call('POST', `/leads/${uid}/alteration`, body)
    const later = await alter(first.uid, { checkOutLocalDateTime: '2026-08-14T16:30' })
    assert.equal(readWarning(later), overlapWarning('16:30', '12:00'))
    const resolved = await alter(first.uid, { checkOutLocalDateTime: '2026-08-14T12:00' })
    assert.equal(readWarning(resolved), null)
    const earlier = await alter(early.uid, { checkInLocalDateTime: '2026-08-14T10:00' })
    assert.equal(readWarning(earlier), overlapWarning('12:00', '10:00'))
    await call('POST', `/leads/${early.uid}/cancel`)
    assert.equal(
      readWarning(await call('POST', `/leads/${early.uid}/rebook`)),
      overlapWarning('12:00', '10:00'),
    )
  })

  it('causes no warning for blocks, other properties, and leads without nights', async () => {
    const [one, other] = [await createProperty(), await createProperty()]
    await createBooking(one, '10T16:00', '14T18:00')
    assert.equal((await createBooking(other, '14T10:00', '15T11:00')).warning, null)
    assert.equal(
      (await createBooking(one, '14T10:00', '15T11:00', { status: 'NEW' })).warning,
      null,
    )
    assert.equal(
      (await createBooking(one, '14T10:00', '15T11:00', { status: 'BLOCKED' })).warning,
      null,
    )
  })

  it('hides the uid of the other lead from partners', async () => {
    const propertyUid = await createProperty()
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    await createBooking(propertyUid, '10T16:00', '14T18:00')
    const dates = {
      checkInLocalDateTime: '2026-08-14T10:00',
      checkOutLocalDateTime: '2026-08-15T11:00',
    }
    const stay = { agencyUid, propertyUid, status: 'BOOKED', guestInformation: {}, ...dates }
    const created = await call('POST', '/leads', stay, { key: token })
    assert.match(
      readWarning(created)!,
      /^TIMES_OVERLAP: another lead checks out at 2026-08-14T18:00/,
    )
  })
})

describe('an assignee who is not active', () => {
  it('is accepted with a warning by a new lead and by a PATCH', async () => {
    const assigneeUid = await makeEmployee(server, agencyUid, { is_active: false })
    const expected = `ASSIGNEE_INACTIVE: employee ${assigneeUid} is not active`
    const created = await createBooking(await createProperty(), '10T16:00', '14T11:00', {
      assigneeUid,
    })
    assert.equal(created.warning, expected)
    const body = { assigneeUid, status: 'NEW' }
    const patched = await call('PATCH', `/leads/${created.uid}`, body)
    assert.deepEqual([patched.status, patched.body.lead.assignee.uid], [200, assigneeUid])
    const [own, warned] = readWarning(patched)!.split(' | ')
    assert.deepEqual([own?.startsWith('not changed by PATCH: status'), warned], [true, expected])
    const both = await call('PATCH', `/leads/${created.uid}?dryRun=1`, { assigneeUid })
    const unknown = 'UNKNOWN_PARAMETER: Ignored query parameters: dryRun'
    assert.equal(readWarning(both), `${unknown} | ${expected}`)
    const active = await makeEmployee(server, agencyUid, {})
    assert.equal(
      readWarning(await call('PATCH', `/leads/${created.uid}`, { assigneeUid: active })),
      null,
    )
  })
})

describe('POST /leads with expectedTotalAmount', () => {
  it('201: accepts the quoted price; 409: rejects another with the new quote', async () => {
    const propertyUid = await createProperty({ cleaning_fee: '30' })
    const stay = { propertyUid, checkInDate: '2026-08-10', checkOutDate: '2026-08-14' }
    const { quote } = (await call('POST', '/quotes', stay)).body
    await call('PATCH', `/properties/${propertyUid}`, { pricing: { dailyRate: 120 } })
    const dates = { checkInLocalDate: '2026-08-10', checkOutLocalDate: '2026-08-14' }
    const lead = { agencyUid, propertyUid, status: 'BOOKED', guestInformation: {}, ...dates }
    const expectedTotalAmount = quote.totalAmount
    const refused = await call('POST', '/leads', { ...lead, expectedTotalAmount })
    assert.deepEqual([refused.status, refused.body.code], [409, 'PRICE_CHANGED'], refused.text)
    assert.equal(
      refused.body.apiErrorMessage,
      'The price of the stay is now 510.00 USD, not 430.00',
    )
    const again = (await call('POST', '/quotes', stay)).body.quote
    assert.deepEqual(refused.body.quote, { ...again, agencyUid })
    const { leads } = (await call('GET', `/leads?propertyUid=${propertyUid}`)).body
    assert.deepEqual(leads, [])
    const created = await call('POST', '/leads', {
      ...lead,
      expectedTotalAmount: again.totalAmount,
    })
    assert.equal(created.status, 201)
    const block = { ...lead, ...{ status: 'BLOCKED', expectedTotalAmount: 1 } }
    const later = { checkInLocalDate: '2026-08-20', checkOutLocalDate: '2026-08-21' }
    assert.equal((await call('POST', '/leads', { ...block, ...later })).status, 201)
  })
})

describe('an alteration with expectedTotalAmount', () => {
  it('200: accepts the quoted price; 409: rejects another with the new quote', async () => {
    const propertyUid = await createProperty()
    const { uid } = await createBooking(propertyUid, '10T16:00', '14T11:00')
    const stay = { checkInDate: '2026-08-10', checkOutDate: '2026-08-16' }
    const quoteInput = { propertyUid, leadUid: uid, ...stay }
    const { quote } = (await call('POST', '/quotes', quoteInput)).body
    await call('PATCH', `/properties/${propertyUid}`, { pricing: { dailyRate: 120 } })
    const alter = (expectedTotalAmount: number, more: object = {}) => {
      const body = { checkOutLocalDate: '2026-08-16', expectedTotalAmount, ...more }
      return call('POST', `/leads/${uid}/alteration`, body)
    }
    const refused = await alter(quote.totalAmount)
    assert.deepEqual([refused.status, refused.body.code], [409, 'PRICE_CHANGED'], refused.text)
    assert.deepEqual([refused.body.quote.totalAmount, refused.body.quote.leadUid], [640, uid])
    const { lead } = (await call('GET', `/leads/${uid}`)).body
    assert.equal(lead.checkOutLocalDateTime, '2026-08-14T11:00:00')
    assert.equal((await alter(640)).status, 200)
    const same = { checkOutLocalDate: null }
    const unchanged = [await alter(640, same), await alter(1, same)]
    assert.deepEqual(
      unchanged.map(({ status }) => status),
      [200, 409],
    )
  })
})

describe('rebook of a lead that is booked already', () => {
  it('warns if another stay is requested, and changes nothing', async () => {
    const propertyUid = await createProperty()
    const { uid } = await createBooking(propertyUid, '10T16:00', '14T11:00')
    const rebook = (body: object) => call('POST', `/leads/${uid}/rebook`, body)
    const expected = `NOT_ALTERED: lead ${uid} is already booked; request an alteration to change its stay`
    for (const body of [
      { checkInLocalDate: '2026-08-20', checkOutLocalDate: '2026-08-22' },
      { checkOutLocalDate: '2026-08-10' },
      { checkInLocalDate: '2026-08-20' },
      { adultCount: 3 },
      { recalculate: true },
    ]) {
      const response = await rebook(body)
      assert.deepEqual([response.status, readWarning(response)], [200, expected])
      assert.equal(response.body.lead.checkInLocalDateTime, '2026-08-10T16:00:00')
    }
  })

  it('does not warn if the same request is sent again', async () => {
    const propertyUid = await createProperty()
    const { uid } = await createBooking(propertyUid, '10T16:00', '14T11:00')
    await call('POST', `/leads/${uid}/cancel`)
    const body = { checkInLocalDate: '2026-08-20', checkOutLocalDate: '2026-08-22', adultCount: 2 }
    for (const response of [
      await call('POST', `/leads/${uid}/rebook`, body),
      await call('POST', `/leads/${uid}/rebook`, body),
      await call('POST', `/leads/${uid}/rebook`),
    ]) {
      assert.deepEqual([response.status, readWarning(response)], [200, null], response.text)
    }
  })
})
